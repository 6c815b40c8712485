// Which way imports may point; the picture of it stands in ARCHITECTURE.md.
const typesOnly = ['type-only']
const feature = '^apps/(server|web)/src/features/([^/]+)/'
const door = '^apps/[^/]+/src/features/([^/]+)/\\1\\.tsx?$'
const test = '(\\.(test|testing)\\.tsx?$|^apps/[^/]+/src/testing/)'

export default {
  forbidden: [
    {
      name: 'features-through-the-door',
      comment: 'A feature calls another only through the file that bears its folder’s name.',
      severity: 'error',
      from: { path: feature, pathNot: test },
      to: { path: '^apps/$1/src/features/[^/]+/', pathNot: ['^apps/$1/src/features/$2/', door] },
    },
    {
      name: 'contract-imports-nobody',
      comment: 'The contract is read by server, browser and third parties: no I/O, no platform.',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: test },
      to: {
        pathNot: ['^packages/contract/src/', '^node_modules/(zod|@orpc/contract|temporal-polyfill|temporal-spec)/'],
      },
    },
    {
      name: 'server-one-way',
      comment: 'Machines know no feature.',
      severity: 'error',
      from: { path: '^apps/server/src/platform/', pathNot: test },
      to: { path: '^apps/server/src/(features/|router\\.ts|main\\.ts|house\\.ts)', dependencyTypesNot: typesOnly },
    },
    {
      name: 'queries-know-no-handlers',
      comment: 'handlers → door → queries, never back.',
      severity: 'error',
      from: { path: '^apps/server/src/features/[^/]+/[^/]+\\.queries\\.ts$' },
      to: { path: '^apps/server/src/features/[^/]+/', pathNot: '\\.queries\\.ts$', dependencyTypesNot: typesOnly },
    },
    {
      name: 'doors-know-no-handlers',
      comment: 'handlers → door → queries, never back.',
      severity: 'error',
      from: { path: '^apps/server/src/features/', pathNot: ['\\.handlers\\.ts$', test] },
      to: { path: '^apps/server/src/features/[^/]+/[^/]+\\.handlers\\.ts$' },
    },
    {
      name: 'web-features-know-no-routes',
      comment: 'routes → features → ui, platform.',
      severity: 'error',
      from: { path: '^apps/web/src/features/', pathNot: test },
      to: { path: '^apps/web/src/(routes|shell)/', dependencyTypesNot: typesOnly },
    },
    {
      name: 'web-shell-knows-no-routes',
      severity: 'error',
      from: { path: '^apps/web/src/shell/', pathNot: test },
      to: { path: '^apps/web/src/routes/' },
    },
    {
      name: 'web-machines-know-no-feature',
      severity: 'error',
      from: { path: '^apps/web/src/(ui|platform)/', pathNot: test },
      to: { path: '^apps/web/src/(features|shell|routes)/', dependencyTypesNot: typesOnly },
    },
    {
      name: 'better-auth-behind-its-door',
      comment: 'Only platform/auth knows the engine.',
      severity: 'error',
      from: { pathNot: '^apps/server/src/platform/auth/' },
      to: { path: '^node_modules/(@better-auth|better-auth|better-call|@better-fetch)/' },
    },
    {
      name: 'apps-apart',
      comment: 'Server and browser meet in the contract.',
      severity: 'error',
      from: { path: '^apps/(server|web)/' },
      to: { path: '^apps/(server|web)/', pathNot: '^apps/$1/' },
    },
    {
      name: 'testing-stays-in-tests',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: test },
      to: { path: '^apps/[^/]+/src/testing/', dependencyTypesNot: typesOnly },
    },
    {
      name: 'npm-no-pkg',
      comment:
        'Hoisting lets everybody reach everything; what is imported must be named in the workspace’s own package.json.',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: test },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-circle',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '\\.gen\\.ts$' },
      to: { circular: true, viaOnly: { dependencyTypesNot: typesOnly, pathNot: '\\.gen\\.ts$' } },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
