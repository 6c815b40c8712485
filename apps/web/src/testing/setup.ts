// A test that needs no page selects the node environment in its first line. For such a test this file loads nothing.
if (typeof document !== 'undefined') {
  const { registerTestCleanup } = await import('./browser-environment.ts')
  registerTestCleanup()
}

export {}
