import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

const restored = vi.hoisted(() => ({ position: undefined as { scrollX: number; scrollY: number } | undefined }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useElementScrollRestoration: () => restored.position,
}))

// Another file of this process may have loaded the module with the real router.
vi.resetModules()
const { useFirstScreenful } = await import('./use-first-screenful.ts')

const all = Array.from({ length: 50 }, (_, at) => at)
const onScreen = Math.ceil((window.innerHeight - 200) / 60)

/** Renders rows, and returns their number in each rendering. */
function renderRows(rows: readonly number[]) {
  const counts: number[] = []
  function Rows({ of }: { of: readonly number[] }) {
    counts.push(useFirstScreenful(of, { rowHeight: 60, above: 200 }).length)
    return null
  }
  const page = render(<Rows of={rows} />)
  return { counts, show: (next: readonly number[]) => page.rerender(<Rows of={next} />) }
}

test('a long list first renders the rows that fit on the screen, then all', () => {
  const { counts } = renderRows(all)
  expect([counts[0], counts.at(-1)]).toEqual([onScreen, all.length])
})

test('a list that was empty at first renders a screenful as soon as it has rows', () => {
  const { counts, show } = renderRows([])
  counts.length = 0
  show(all)
  expect([counts[0], counts.at(-1)]).toEqual([onScreen, all.length])
})

test('rows that are removed disappear in the same rendering', () => {
  const { counts, show } = renderRows(all)
  counts.length = 0
  show(all.slice(0, 3))
  expect(counts[0]).toBe(3)
})

test('a list whose scroll position is restored renders all rows at once', () => {
  restored.position = { scrollX: 0, scrollY: 900 }
  expect(renderRows(all).counts[0]).toBe(all.length)
})
