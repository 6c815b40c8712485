// This file is loaded before the server with `node --import`. It shifts the clock of the server by the number of
// milliseconds in the file that DRILL_CLOCK names.
import { readFileSync } from 'node:fs'

const file = process.env.DRILL_CLOCK ?? ''
let ahead = 0
function look(): void {
  const read = Number(readFileSync(file, 'utf8'))
  if (!Number.isNaN(read)) ahead = read
}
look()
setInterval(look, 20).unref()

const Real = Date
globalThis.Date = new Proxy(Real, {
  construct: (_, args: [], target) =>
    args.length ? Reflect.construct(Real, args, target) : Reflect.construct(Real, [Real.now() + ahead], target),
  get: (real, key) => (key === 'now' ? () => real.now() + ahead : Reflect.get(real, key)),
})
