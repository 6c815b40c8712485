// Defines which modules may import which; ARCHITECTURE.md shows the permitted directions as a diagram.
const typesOnly = ['type-only']
const feature = '^apps/(server|web)/src/features/[^/]+/([^/]+)/'
const publicModule = '^apps/[^/]+/src/features/[^/]+/([^/]+)/\\1\\.tsx?$'
const test = '(\\.(test|testing)\\.tsx?$|^apps/[^/]+/src/testing/)'
/** The files of the contract that the browser also runs: limits, states and rules, without schemas. */
const contractRules =
  '^packages/contract/src/(procedure-meta\\.ts$|common/(?!(ids|paging|procedure|refusals)\\.|.*\\.schemas\\.)|features/.+\\.(meta|rules|states|scores|numbers|limits)\\.ts$)'

export default {
  forbidden: [
    {
      name: 'features-by-public-module',
      comment: 'A feature imports another one only through its public module, the file with the name of the folder.',
      severity: 'error',
      from: { path: feature, pathNot: test },
      to: { path: '^apps/$1/src/features/', pathNot: ['^apps/$1/src/features/[^/]+/$2/', publicModule] },
    },
    {
      name: 'contract-imports-nothing',
      comment: 'Server, browser and third parties use the contract, so it contains no I/O and no platform code.',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: test },
      to: {
        pathNot: [
          '^packages/contract/src/',
          '^node_modules/(zod|@orpc/contract|temporal-polyfill|temporal-spec|libphonenumber-js|ibantools|jsvat)/',
        ],
      },
    },
    {
      name: 'contract-rules-import-no-schema',
      comment: 'A file of rules imports schemas only as types, so that zod stays out of the browser.',
      severity: 'error',
      from: { path: contractRules, pathNot: test },
      to: {
        path: '^(packages/contract/src/|node_modules/(zod|@orpc)/)',
        pathNot: contractRules,
        dependencyTypesNot: typesOnly,
      },
    },
    {
      name: 'web-imports-no-schema',
      comment:
        'The browser imports the rules of the contract. It imports everything else from the contract only as types.',
      severity: 'error',
      from: { path: '^apps/web/', pathNot: test },
      to: {
        path: '^(packages/contract/src/|node_modules/zod/)',
        pathNot: contractRules,
        dependencyTypesNot: typesOnly,
      },
    },
    {
      name: 'server-one-way',
      comment: 'The platform imports no feature, not even its types.',
      severity: 'error',
      from: { path: '^apps/server/src/platform/', pathNot: test },
      to: { path: '^apps/server/src/(features/|(app|emails|features|jobs|main|router)\\.ts)' },
    },
    {
      name: 'platform-names-no-notification-type',
      comment: 'The platform names no notification type, because features define their notifications and emails.',
      severity: 'error',
      from: { path: '^apps/server/src/platform/', pathNot: test },
      to: { path: '^packages/contract/src/features/messages/notification/notification\\.ts$' },
    },
    {
      name: 'only-the-feature-imports-handlers',
      comment: 'Handlers import operations. Operations never import handlers; only the record of their feature does.',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: ['\\.(handlers|feature)\\.ts$', test] },
      to: { path: '^apps/server/src/features/.+\\.handlers\\.ts$' },
    },
    {
      name: 'only-the-list-imports-features',
      comment:
        'The record of a feature is for the list of features alone, so that nothing else depends on all of its parts.',
      severity: 'error',
      from: { path: '^(apps|packages|tools)/', pathNot: '^apps/server/src/features\\.ts$' },
      to: { path: '\\.feature\\.ts$' },
    },
    {
      name: 'web-features-import-no-routes',
      comment:
        'Routes import features. Features import ui and platform, but never routes or the shell, not even their types.',
      severity: 'error',
      from: { path: '^apps/web/src/features/', pathNot: test },
      to: { path: '^apps/web/src/(routes|shell)/' },
    },
    {
      name: 'web-shell-imports-no-routes',
      severity: 'error',
      from: { path: '^apps/web/src/shell/', pathNot: test },
      to: { path: '^apps/web/src/routes/' },
    },
    {
      name: 'web-platform-imports-no-feature',
      comment: 'ui and platform import no feature, not even its types.',
      severity: 'error',
      from: { path: '^apps/web/src/(ui|platform)/', pathNot: test },
      to: { path: '^apps/web/src/(features|shell|routes)/' },
    },
    {
      name: 'native-plugins-in-one-place',
      comment:
        'Only the port of the native app imports plugins, so the web version contains none and tests use a fake.',
      severity: 'error',
      from: { path: '^apps/', pathNot: ['^apps/web/src/platform/native/.*capacitor-[a-z]+\\.ts$', test] },
      to: { path: '^node_modules/@(capacitor|aparajita)/' },
    },
    {
      name: 'web-imports-no-native-app',
      comment: 'The native app contains the web app. The web version contains nothing of the native app.',
      severity: 'error',
      from: {
        path: '^apps/web/src/',
        pathNot: ['^apps/web/src/native/', '^apps/web/src/platform/native/.*capacitor-[a-z]+\\.ts$', test],
      },
      to: { path: '^apps/web/src/(native/|platform/native/.*capacitor-[a-z]+\\.ts$)' },
    },
    {
      name: 'better-auth-in-platform-auth-only',
      comment: 'Only platform/auth imports the sign-in engine.',
      severity: 'error',
      from: { pathNot: '^apps/server/src/platform/auth/' },
      to: { path: '^node_modules/(@better-auth|better-auth|better-call|@better-fetch)/' },
    },
    {
      name: 'one-importer-of-the-assistant-client',
      comment: 'Only the start of the server opens the client of the assistant, so that it has one way out.',
      severity: 'error',
      from: { path: '^(apps|packages|tools)/', pathNot: ['^apps/server/src/app-services\\.ts$', test] },
      to: { path: '^apps/server/src/platform/assistant/endpoint\\.client\\.ts$' },
    },
    {
      name: 'assistant-client-keeps-its-parts',
      comment: 'Everything else takes the client from the context and knows only the shapes of endpoint.ts.',
      severity: 'error',
      from: { pathNot: ['^apps/server/src/platform/assistant/', test] },
      to: { path: '^apps/server/src/platform/assistant/', pathNot: '/endpoint(\\.client)?\\.ts$' },
    },
    {
      name: 'apps-import-not-each-other',
      comment: 'Server and browser share only the contract.',
      severity: 'error',
      from: { path: '^apps/(server|web)/' },
      to: { path: '^apps/(server|web)/', pathNot: '^apps/$1/' },
    },
    {
      name: 'testing-only-in-tests',
      comment: 'Product code imports no test code, not even its types.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: test },
      to: { path: '(\\.testing\\.tsx?$|^apps/[^/]+/src/testing/)' },
    },
    {
      name: 'npm-no-pkg',
      comment:
        'Hoisting makes every package importable; an imported package must be in the workspace’s own package.json.',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: test },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-circular-import',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '\\.gen\\.ts$' },
      to: { circular: true, viaOnly: { dependencyTypesNot: typesOnly, pathNot: '\\.gen\\.ts$' } },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // No rule needs the analysis of dependents.
    skipAnalysisNotInRules: true,
    // Packages whose files are in a folder named dist are followed, so that the rules on packages see them.
    exclude: { path: '^(apps|packages)/[^/]+/dist/|^apps/native/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
