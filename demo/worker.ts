// What runs in each worker of the page's cluster.
import { serve } from "weftwork/worker";
import { journalOf, timed } from "./journal.ts";
import * as tasks from "./tasks.ts";

serve(timed(tasks, journalOf(self.name)));
