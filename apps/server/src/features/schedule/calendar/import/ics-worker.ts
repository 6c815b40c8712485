// Runs as a separate process, so that an external file can crash only this process.
import { readIcsSegments } from '../ics/ics.ts'
import { type IcsObject, readIcsObjects } from '../ics/objects.ts'

// Silences the calendar library, because stdout must contain only the result.
console.warn = () => {}
console.log = () => {}

const parts: Buffer[] = []
for await (const part of process.stdin) parts.push(part as Buffer)
const [mode, from = '', to = ''] = process.argv.slice(2)
const text = Buffer.concat(parts).toString()
const window = [new Date(from), new Date(to)] as const
const answer =
  mode === 'objects' ? readIcsObjects(JSON.parse(text) as IcsObject[], ...window) : readIcsSegments(text, ...window)
process.stdout.write(JSON.stringify(answer))
