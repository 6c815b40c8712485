// Runs as a separate process, so that an external file can crash only this process.
import { readIcsSegments } from './calendar.ics.ts'

// Silences the calendar library, because stdout must contain only the result.
console.warn = () => {}
console.log = () => {}

const parts: Buffer[] = []
for await (const part of process.stdin) parts.push(part as Buffer)
const [from = '', to = ''] = process.argv.slice(2)
const answer = readIcsSegments(Buffer.concat(parts).toString(), new Date(from), new Date(to))
process.stdout.write(JSON.stringify(answer))
