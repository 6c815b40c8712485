// Tests that need no page say so in their first line, and then do not load one.
if (typeof document !== 'undefined') {
  const { startTestPage } = await import('./browser-environment.ts')
  startTestPage()
}

export {}
