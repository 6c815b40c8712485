// Tests of what needs no page say so in their first line, and are spared one.
if (typeof document !== 'undefined') await import('./page.ts')

export {}
