// Runs as a process of its own: what reads a stranger's file must be able to die alone.
import { readPieces } from './ics.ts'

// The library remarks upon what it finds odd; nobody listens.
console.warn = () => {}
console.log = () => {}

const parts: Buffer[] = []
for await (const part of process.stdin) parts.push(part as Buffer)
const [from = '', to = ''] = process.argv.slice(2)
const answer = readPieces(Buffer.concat(parts).toString(), new Date(from), new Date(to))
process.stdout.write(JSON.stringify(answer))
