import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { searchCodes } from './diagnosis-code.ts'

const on = implement(contract.diagnosisCode).$context<Context>()

export const diagnosisCodeHandlers = { search: operation(on.search, searchCodes) }
