import { parseModule, readChangedFiles, workTreeFiles } from './source-files.mjs'

/**
 * The verbs with which the name of a function with a transaction can begin. `read` is for a query of one thing, `list` for several, `find` for one
 * that may be missing, `select` and `build` for functions that return SQL, `with` for functions that run another function. Words that are more
 * often nouns, such as `note` or `draft`, are not included.
 */
const verbs = new Set(
  `accept acknowledge add advance agree allow announce answer apply ask assert assign begin book build cancel change
  check claim close complete confirm connect copy count create decline delete deliver describe discard disconnect
  dismiss does edit end enqueue ensure erase expire export fail find follow freeze give grant has hide import insert
  invite is join keep list lock log make mark materialize merge move notify offer onboard open pause prepare preview
  propose publish put queue read reassign recall record release remind remove rename renew reopen replace reply request require
  reschedule restore resume retry reverse revoke rotate run save schedule search select send set settle share sign
  sort spend start stop store switch take transition trash try undo unshare unwaive update use vacate void waive wake with
  withdraw write`.split(/\s+/),
)

/** Checks that the name of each exported function with a transaction parameter begins with a verb, because the function does I/O. */
export function transactionVerbs() {
  const all = [...readChangedFiles('transaction-verbs', sources(), takersIn)]
  const findings = all.flatMap(([path, names]) => verbless(names).map((finding) => `${path}: ${finding}`))
  return { ok: findings.length === 0, remark: `${all.flatMap(([, names]) => names).length} functions`, findings }
}

/** Returns the names of the exported functions of a module that have a parameter of the type `Tx`. Exported for its test. */
export const takersIn = (code) =>
  parseModule(code)
    .body.filter(({ type }) => type === 'ExportDeclaration')
    .flatMap(({ declaration }) => functionsOf(declaration))
    .filter(({ parameters }) => parameters.some(isTransaction))
    .map(({ name }) => name)

/** Returns a finding for each name that does not begin with a verb of the list. Exported for its test. */
export const verbless = (names) =>
  names
    .filter((name) => !verbs.has(/^[a-z]+/.exec(name)?.[0]))
    .map((name) => `${name} takes a transaction; begin its name with a verb, such as read, list, find or save`)

function functionsOf(declaration) {
  if (declaration.type === 'FunctionDeclaration')
    return [{ name: declaration.identifier.value, parameters: declaration.params.map(({ pat }) => pat) }]
  if (declaration.type !== 'VariableDeclaration') return []
  return declaration.declarations
    .filter(({ init }) => init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression')
    .map(({ id, init }) => ({ name: id.value, parameters: init.params.map((param) => param.pat ?? param) }))
}

const isTransaction = (parameter) => {
  const type = (parameter.left ?? parameter).typeAnnotation?.typeAnnotation
  return type?.type === 'TsTypeReference' && type.typeName.value === 'Tx'
}

const sources = () => workTreeFiles('apps/server/src/*.ts', 'tools/*.ts').filter((path) => !path.endsWith('.d.ts'))
