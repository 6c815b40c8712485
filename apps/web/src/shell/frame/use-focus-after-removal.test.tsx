import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { CardRow, Section } from '../../ui/page/Section.tsx'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'

/** A page with a list. `Accept` removes an item at once, `Decline` after a dialog. */
function Page({ names }: { names: string[] }) {
  const main = useRef<HTMLElement>(null)
  useFocusAfterRemoval(main)
  const [items, setItems] = useState(names)
  const [asked, setAsked] = useState<string | null>(null)
  const remove = (name: string) => setItems((all) => all.filter((one) => one !== name))
  return (
    <main ref={main} tabIndex={-1}>
      <h1>Dashboard</h1>
      <Section title="Requests">
        {items.map((name) => (
          <CardRow key={name}>
            <span>{name}</span>
            <button onClick={() => remove(name)}>Accept {name}</button>
            <button onClick={() => setAsked(name)}>Decline {name}</button>
          </CardRow>
        ))}
      </Section>
      {items.length > 0 && (
        <section aria-labelledby="notes">
          <h2 id="notes">Notes</h2>
          <button onClick={() => setItems([])}>Delete all</button>
        </section>
      )}
      {asked && (
        <Dialog title="Decline" onClose={() => setAsked(null)}>
          <button
            onClick={() => {
              remove(asked)
              setAsked(null)
            }}
          >
            Really decline
          </button>
        </Dialog>
      )}
    </main>
  )
}
const button = (name: string) => screen.getByRole('button', { name })
function press(name: string) {
  button(name).focus()
  fireEvent.click(button(name))
}

test('after an item disappears, the focus is in the next item, then in the last one, then on the heading', async () => {
  await renderPage(<Page names={['Ana', 'Leo', 'Mia']} />)
  press('Accept Leo')
  await waitFor(() => expect(document.activeElement).toBe(button('Accept Mia')))
  press('Accept Mia')
  await waitFor(() => expect(document.activeElement).toBe(button('Accept Ana')))
  press('Accept Ana')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Requests' })))
})

test('after a dialog removes the item that opened it, the focus is in the next item', async () => {
  await renderPage(<Page names={['Ana', 'Leo']} />)
  press('Decline Ana')
  await screen.findByRole('dialog')
  press('Really decline')
  await waitFor(() => expect(document.activeElement).toBe(button('Accept Leo')))
})

test('after a whole section disappears, the focus is on the heading of the page', async () => {
  await renderPage(<Page names={['Ana']} />)
  press('Delete all')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Dashboard' })))
})

test('an item that disappears without the focus does not move the focus', async () => {
  await renderPage(<Page names={['Ana', 'Leo']} />)
  button('Accept Leo').focus()
  fireEvent.click(button('Accept Ana'))
  await waitFor(() => expect(screen.queryByText('Ana')).toBeNull())
  expect(document.activeElement).toBe(button('Accept Leo'))
  button('Accept Leo').blur()
  fireEvent.pointerDown(screen.getByText('Leo'))
  fireEvent.click(button('Accept Leo'))
  await waitFor(() => expect(screen.queryByText('Leo')).toBeNull())
  expect(document.activeElement).toBe(document.body)
})
