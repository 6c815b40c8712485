import { oc } from '@orpc/contract'
import { refusals } from './refusals.ts'

/** The base of every procedure: POST, JSON, and the refusals that any procedure may return. */
export const procedure = oc.errors(refusals)
