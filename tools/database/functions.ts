import type pg from 'pg'
import { writesOfFunction } from '../checks/function-tables.mjs'

type FunctionRow = { name: string; language: string; body: string; definition: string; comment: string | null }

/** Returns one line per function of schema `def`, sorted: its feature from its comment, and the tables to which its body writes. */
export async function readFunctionRules(db: pg.Client): Promise<string> {
  const { rows } = await db.query<FunctionRow>(`
    select p.oid::regprocedure::text as name, l.lanname as language, p.prosrc as body, pg_get_functiondef(p.oid) as definition,
      obj_description(p.oid, 'pg_proc') as comment
    from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace = 'def'::regnamespace`)
  return `${rows.map(lineOf).toSorted().join('\n')}\n`
}

function lineOf({ comment, name, ...rest }: FunctionRow): string {
  const { writes, isDynamic } = writesOfFunction(rest)
  const tables = [...writes, ...(isDynamic ? ['composed'] : [])].join(' ')
  return `${name} writes: ${tables || 'none'}; ${comment ?? 'no comment'}`
}
