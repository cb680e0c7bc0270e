// Workers where a Content-Security-Policy demands Trusted Types (`require-trusted-types-for 'script'`): an address must
// then be vouched for by a policy. Ours, "weftwork", vouches for the scripts of the package and for what the cluster's
// creator names; nobody else can reach it.

interface Host {
  Worker: typeof Worker;
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): unknown };
  };
}
const host = globalThis as unknown as Host;

type Policy = ReturnType<NonNullable<Host["trustedTypes"]>["createPolicy"]>;
let policy: Policy | undefined;

/**
 * Starts a worker as `start` does, by an expression that bundlers know; where that is refused because the address is not
 * trusted, again with one that is.
 * @throws what `start` throws; {TypeError} naming the cure when the page does not allow our policy
 */
export function startTrusted(start: () => Worker): Worker {
  try {
    return start();
  } catch (error) {
    if (host.trustedTypes === undefined || !(error instanceof TypeError)) throw error;
    return startVouched(start, makePolicy(error));
  }
}

/** The address stands in the midst of `start`, where only the constructor sees it. */
function startVouched(start: () => Worker, vouching: Policy): Worker {
  const { Worker: Real } = host;
  host.Worker = function vouched(url: string | URL, options?: WorkerOptions): Worker {
    return new Real(vouching.createScriptURL(String(url)) as string, options);
  } as unknown as typeof Worker;
  try {
    return start();
  } finally {
    host.Worker = Real;
  }
}

function makePolicy(refused: TypeError): Policy {
  try {
    policy ??= host.trustedTypes?.createPolicy("weftwork", { createScriptURL: (url) => url }) as Policy;
    return policy;
  } catch {
    const cure =
      'allow ours (trusted-types weftwork), or pass `worker: () => new Worker(an address of your own policy, { type: "module" })`';
    throw new TypeError(`the page demands Trusted Types: its Content-Security-Policy must ${cure}`, { cause: refused });
  }
}
