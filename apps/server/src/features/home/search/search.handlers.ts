import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { searchNames } from './search.names.ts'
import { searchTexts } from './search.texts.ts'

const on = implement(contract.search).$context<Context>()

export const searchHandlers = {
  names: operation(on.names, (tx, { query }, now) => searchNames(tx, query, now)),
  texts: operation(on.texts, (tx, { query }) => searchTexts(tx, query)),
}
