/**
 * Returns the features with rows of each fate at the erasure of an account: `ofAccount` and `ofTherapist` are deleted with the account or as the
 * therapist's rows, `withProfile` with the profile; a therapist's profile stays. `kept` and `keptByProduct` are the tables whose rows stay, of
 * people and of the product, each with the reason that its comment gives.
 */
export function fatesOf(lines) {
  const tables = new Map(
    Array.from(
      lines.matchAll(
        /^(\S+) changes: .*comment: owner: (\w+); erasure: (\w+)(?: ([^\s;(]+))?[^;(]*(?:\(([^;()]+)\))?[^;]*;.*; feature: ([\w-]+)$/gm,
      ),
      ([, name, owner, action, other, reason, feature]) => [name, { owner, action, other, reason, feature }],
    ),
  )
  const features = { ofAccount: new Set(), ofTherapist: new Set(), withProfile: new Set() }
  const kept = []
  const keptByProduct = []
  for (const [name, { owner, action, reason, feature }] of tables) {
    const fate = fateOf(name, tables)
    if (action === 'keep') (owner === 'product' ? keptByProduct : kept).push({ table: name, reason, feature })
    else if (fate) features[fate]?.add(feature)
  }
  const sorted = (fate) => [...features[fate]].toSorted()
  return {
    ofAccount: sorted('ofAccount'),
    ofTherapist: sorted('ofTherapist'),
    withProfile: sorted('withProfile'),
    kept,
    keptByProduct,
  }
}

/**
 * Returns a finding for each feature whose record does not say as which kind of data *Delete my account* lists its rows. `records` are the files of
 * the records, and the file with the kinds of the features without a record.
 */
export function deletionFaults(lines, records) {
  const { ofAccount, ofTherapist, withProfile, kept, keptByProduct } = fatesOf(lines)
  const parts = {
    erasedOfClient: new Set([...ofAccount, ...withProfile]),
    erasedOfTherapist: new Set([...ofAccount, ...ofTherapist]),
    keptOfTherapist: new Set(withProfile),
  }
  const recordOf = (feature) =>
    records.find(({ path }) => path.endsWith(`/${feature}.feature.ts`)) ??
    records.find(({ path }) => path.endsWith('/erased-data.ts'))
  const faultOf = (feature, entry) => {
    const { path, text } = recordOf(feature)
    return text.includes(`${entry}:`) ? [] : [`${path} does not say in \`deletion\` what ${entry} is called`]
  }
  return [
    ...Object.entries(parts).flatMap(([part, features]) => [...features].flatMap((feature) => faultOf(feature, part))),
    ...[...kept, ...keptByProduct].flatMap(({ table, feature }) => faultOf(feature, `'${table}'`)),
  ]
}

/**
 * Returns the fate of a table's rows, or null if they are the product's. A table whose rows are deleted with those of another table has the fate of
 * that other table.
 */
function fateOf(name, tables) {
  const { owner, action, other } = tables.get(name)
  if (owner === 'product') return null
  if (other === 'app.profile') return 'withProfile'
  if (action === 'with') return fateOf(other.replace('auth.user', 'auth."user"'), tables)
  if (action === 'keep') return 'kept'
  return owner === 'account' ? 'ofAccount' : 'ofTherapist'
}
