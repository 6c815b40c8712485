import { oc } from '@orpc/contract'
import { refusals } from './refusals.ts'

/** Where every procedure begins: POST, JSON, and the refusals that any of them may give. */
export const procedure = oc.errors(refusals)
