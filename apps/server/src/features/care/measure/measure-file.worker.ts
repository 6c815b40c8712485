// Reads a file with a FHIR Questionnaire from standard input and writes what was read, as one line of JSON. Runs in a process of its own.
import { readMeasureFile } from '@attune/contract/features/care/measure/fhir/measure.fhir-import'
import { text } from 'node:stream/consumers'
import { writeLine } from '../../../platform/process/parser-output.ts'

writeLine(readMeasureFile(await text(process.stdin)))
