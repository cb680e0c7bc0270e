// How the package's own worker script begins.
import { serve } from "./serve-entry.ts";

serve({});
