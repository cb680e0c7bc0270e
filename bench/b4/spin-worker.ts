// Does nothing, as hard as it can.
for (let i = 0; ; i = (i + 1) | 0);
