// Tests that need no page select the node environment in their first line. This file loads nothing for them.
if (typeof document !== 'undefined') {
  const { startTestPage } = await import('./browser-environment.ts')
  startTestPage()
}

export {}
