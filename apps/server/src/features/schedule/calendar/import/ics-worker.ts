// Runs as a separate process, so that an external file can crash only this process.
import { buffer } from 'node:stream/consumers'
import { writeInBatches, writeLine } from '../../../../platform/process/parser-output.ts'
import { readIcsSegments } from '../ics/ics.ts'
import { readIcsObjects } from '../ics/objects.ts'
import { unpackIcsObjects } from './packed-objects.ts'

// Silences the calendar library, because stdout must contain only the result.
console.warn = () => {}
console.log = () => {}

const input = await buffer(process.stdin)
const [mode, from = '', to = ''] = process.argv.slice(2)
const window = [new Date(from), new Date(to)] as const
if (mode === 'objects') writeInBatches(readIcsObjects(unpackIcsObjects(input), ...window))
else {
  const answer = readIcsSegments(input.toString(), ...window)
  writeLine('problem' in answer ? answer : { pieces: [], failed: answer.failed })
  if ('pieces' in answer) writeInBatches(answer.pieces)
}
