// Blocks put together from pieces.
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import { blockBytes } from "./array-plan.ts";
import type { Block } from "./block.ts";
import { boxAt, copyBox, makeBlock } from "./block.ts";
import type { Dtype } from "./dtype.ts";
import type { Shape } from "./shape.ts";

export interface AssembleSpec {
  readonly dtype: Dtype;
  readonly shape: Shape;
  /** Where each piece begins in the block. */
  readonly starts: readonly (readonly number[])[];
}

/** A block of pieces that cover it; one piece that does is that piece. */
export function assemble(kind: string, spec: AssembleSpec, pieces: readonly LazyPart[]): LazyPart {
  if (pieces.length === 1) return pieces[0] as LazyPart;
  return lazyPart(kind, kernel("assembleBlock"), pieces, { value: spec, bytes: blockBytes(spec.dtype, spec.shape) });
}

export function assembleBlock({ dtype, shape, starts }: AssembleSpec, ...pieces: readonly Block[]): Block {
  const block = makeBlock(dtype, shape);
  pieces.forEach((piece, i) => {
    const from = boxAt(
      piece.shape,
      piece.shape.map(() => 0),
    );
    copyBox(piece.shape, piece.data, from, block.data, boxAt(shape, starts[i] as readonly number[]));
  });
  return block;
}
