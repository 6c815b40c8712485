// Reads a file with a FHIR Questionnaire from standard input and writes the result as one line of JSON. Runs in a separate process.
import { readMeasureFile } from '@attune/contract/features/care/measure/fhir/measure.fhir-import'
import { text } from 'node:stream/consumers'
import { writeLine } from '../../../platform/process/parser-output.ts'

writeLine(readMeasureFile(await text(process.stdin)))
