// The report of a trace, opened in a page of its own.
import { expect } from "chai";
import { Cluster } from "weftwork";

/** Opens a report in a frame that is 800 pixels wide; `errors` gathers what goes wrong in it. */
async function open(
  html: string,
): Promise<{ readonly page: Window & typeof globalThis; readonly errors: string[]; close(): void }> {
  const frame = document.createElement("iframe");
  frame.style.cssText = "width: 800px; height: 600px; border: 0";
  const errors: string[] = [];
  const watch = `<script>
    addEventListener("error", ({ message }) => parent.dispatchEvent(new CustomEvent("report-error", { detail: message })));
    console.error = (...parts) => parent.dispatchEvent(new CustomEvent("report-error", { detail: parts.join(" ") }));
  </script>`;
  const note = (event: Event): void => void errors.push((event as CustomEvent<string>).detail);
  addEventListener("report-error", note);
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  frame.srcdoc = html.replace("<head>", `<head>${watch}`);
  document.body.append(frame);
  await loaded;
  const page = frame.contentWindow as Window & typeof globalThis;
  await drawn(page);
  return {
    ...{ page, errors },
    close() {
      removeEventListener("report-error", note);
      frame.remove();
    },
  };
}

/** What was to be drawn is drawn. */
async function drawn(page: Window): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => page.requestAnimationFrame(resolve));
}

/** Colours in the canvas at a place, as "r,g,b,a". */
function pixel(canvas: HTMLCanvasElement, x: number, y: number): string {
  const scale = canvas.width / canvas.clientWidth;
  return String(canvas.getContext("2d")?.getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1).data);
}

async function reportOf(cores: number): Promise<string> {
  const cluster = await Cluster.create({ workers: 2, cores, trace: true });
  try {
    const parts = cluster.map(
      function makePart(n: number) {
        const end = performance.now() + 5;
        while (performance.now() < end);
        return new Float64Array(n);
      },
      Array.from({ length: 20 }, () => 1000),
    );
    await cluster
      .submit(function joinParts(list: Float64Array[]) {
        return list.length;
      }, parts)
      .result();
    return await cluster.report();
  } finally {
    await cluster.close();
  }
}

describe("Cluster.report", () => {
  it("draws a row for each core, and nothing goes wrong", async () => {
    const { page, errors, close } = await open(await reportOf(2));
    try {
      const canvas = page.document.querySelector<HTMLCanvasElement>("#stream");
      expect(canvas?.dataset.rows).to.equal("4");
      expect(errors).to.deep.equal([]);
      const height = canvas?.clientHeight ?? 0;
      const colours = new Set<string>();
      for (let x = 60; x < 700; x += 2)
        for (let y = 2; y < height; y += 5) colours.add(pixel(canvas as HTMLCanvasElement, x, y));
      expect(colours.size, "colours in the stream: rows and boxes").to.be.at.least(2);
    } finally {
      close();
    }
  });

  it("names each function with its number of tasks", async () => {
    const { page, close } = await open(await reportOf(1));
    try {
      const rows = [...page.document.querySelectorAll("#kinds tbody tr")].map((row) =>
        [...row.children].slice(0, 2).map((cell) => cell.textContent),
      );
      expect(rows).to.have.deep.members([
        ["makePart", "20"],
        ["joinParts", "1"],
      ]);
    } finally {
      close();
    }
  });

  it("zooms by keys, by the wheel and by its buttons, shows all again, and sets one kind off", async () => {
    const { page, errors, close } = await open(await reportOf(1));
    try {
      const canvas = page.document.querySelector<HTMLCanvasElement>("#stream");
      const axis = page.document.querySelector<HTMLCanvasElement>("#axis");
      if (canvas === null || axis === null) throw new Error("the report has no stream");
      const seen = async (act: () => void): Promise<string> => {
        act();
        await drawn(page);
        return axis.toDataURL();
      };
      const all = await seen(() => {});
      const press = (key: string) => () =>
        void canvas.dispatchEvent(new page.KeyboardEvent("keydown", { key, cancelable: true }));
      const click = (name: string) => () =>
        page.document.querySelector<HTMLButtonElement>(`[data-zoom="${name}"]`)?.click();
      expect(await seen(press("+"))).not.to.equal(all);
      expect(await seen(press("Home"))).to.equal(all);
      const wheel = new page.WheelEvent("wheel", { deltaY: -300, cancelable: true, clientX: 400, clientY: 10 });
      expect(await seen(() => canvas.dispatchEvent(wheel))).not.to.equal(all);
      expect(wheel.defaultPrevented).to.equal(true);
      expect(await seen(click("all"))).to.equal(all);
      expect(await seen(click("in"))).not.to.equal(all);
      const chip = page.document.querySelector<HTMLButtonElement>("[data-kind]");
      const before = canvas.toDataURL();
      await seen(() => chip?.click());
      expect(chip?.getAttribute("aria-pressed")).to.equal("true");
      await seen(() => page.document.querySelectorAll<HTMLButtonElement>("[data-kind]")[1]?.click());
      expect(canvas.toDataURL()).not.to.equal(before);
      expect(errors).to.deep.equal([]);
    } finally {
      close();
    }
  });
});
