import type { ClientTag, CountedClientTag } from '@attune/contract/features/people/client-tag/client-tag'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { ClientTagChips } from './ClientTagChips.tsx'
import { ClientTagFilter } from './ClientTagFilter.tsx'
import { ClientTagsCard } from './ClientTagsCard.tsx'
import { ClientTagsDialog } from './ClientTagsDialog.tsx'
import { EditClientTagForm } from './EditClientTagForm.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import Toasts from '../../../ui/toast/Toasts.tsx'

const clientId = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
const tag = (name: string, last: number, color: ClientTag['color'] = null): ClientTag => ({
  id: `7a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4${last}`,
  name,
  color,
})
const [couples, trauma] = [tag('Couples', 1, 'clay'), tag('Trauma', 2)]
const counted = (one: ClientTag, clientCount: number): CountedClientTag => ({ ...one, clientCount })

afterEach(() => vi.unstubAllGlobals())

/** Mocks the server: lists `items`, and answers each change with `refusal`, or with success if no refusal is given. */
function serve(items: CountedClientTag[], refusal?: () => Response) {
  const answer = () => refusal?.() ?? { done: true }
  const served = mockServer({
    'clientTag/list': () => ({ items }),
    'clientTag/create': answer,
    'clientTag/edit': answer,
    'clientTag/delete': answer,
    'clientTag/addToClient': answer,
    'clientTag/removeFromClient': answer,
  })
  // Leaves out other calls, because a query that another page started can be repeated during the test.
  return () =>
    served.calls
      .filter(({ path }) => path.startsWith('clientTag/') && path !== 'clientTag/list')
      .map(({ path, input }) => ({ path, ...(input as object) }))
}

const openCard = (tags: ClientTag[]) => renderPage(<ClientTagsCard client={{ id: clientId, tags }} />)
const type = (value: string) => {
  const field = screen.getByRole('combobox', { name: uiText('clientTag:add') })
  fireEvent.change(field, { target: { value } })
  fireEvent.keyDown(field, { key: 'Enter' })
}

test('typing a new name creates the tag and then adds it to the client', async () => {
  const changes = serve([counted(trauma, 1)])
  await openCard([])
  await screen.findByRole('button', { name: 'Manage tags' })
  type(' Self-pay ')
  await waitFor(() => expect(changes()).toHaveLength(2))
  const [created, added] = changes() as { path: string; id?: string; tagId?: string }[]
  expect(created).toMatchObject({ path: 'clientTag/create', name: 'Self-pay', color: null })
  expect(added).toEqual({ path: 'clientTag/addToClient', clientId, tagId: created?.id })
})

test('typing the name of an existing tag in other capitals adds that tag', async () => {
  const changes = serve([counted(trauma, 1)])
  await openCard([])
  await screen.findByRole('button', { name: 'Manage tags' })
  type('TRAUMA')
  await waitFor(() => expect(changes()).toEqual([{ path: 'clientTag/addToClient', clientId, tagId: trauma.id }]))
})

test('the name of an existing tag that is typed before the tags are loaded adds that tag', async () => {
  const changes = serve([counted(trauma, 1)])
  await openCard([])
  expect(screen.queryByRole('button', { name: 'Manage tags' })).toBeNull()
  type('TRAUMA')
  await waitFor(() => expect(changes()).toEqual([{ path: 'clientTag/addToClient', clientId, tagId: trauma.id }]))
})

test('a tag that the client has already is not added again, and an empty name adds nothing @slow', async () => {
  const changes = serve([counted(couples, 1)])
  await openCard([couples])
  await screen.findByRole('button', { name: 'Manage tags' })
  type('couples')
  type('   ')
  fireEvent.click(screen.getByRole('button', { name: uiText('clientTag:remove', { tag: 'Couples' }) }))
  await waitFor(() => expect(changes()).toEqual([{ path: 'clientTag/removeFromClient', clientId, tagId: couples.id }]))
})

test('removing a tag can be undone in the toast', async () => {
  const changes = serve([counted(couples, 1)])
  await renderPage(
    <>
      <Toasts />
      <ClientTagsCard client={{ id: clientId, tags: [couples] }} />
    </>,
  )
  fireEvent.click(await screen.findByRole('button', { name: uiText('clientTag:remove', { tag: 'Couples' }) }))
  await screen.findByText(uiText('clientTag:removed'))
  fireEvent.click(screen.getByRole('button', { name: uiText('clientTag:undo') }))
  await waitFor(() =>
    expect(changes()).toEqual([
      { path: 'clientTag/removeFromClient', clientId, tagId: couples.id },
      { path: 'clientTag/addToClient', clientId, tagId: couples.id },
    ]),
  )
})

test('the filter offers each tag with its number of clients, and is hidden without tags', async () => {
  serve([counted(couples, 2), counted(trauma, 0)])
  const onTag = vi.fn()
  await renderPage(<ClientTagFilter tag={undefined} onTag={onTag} />)
  const field = await screen.findByRole('combobox', { name: 'Tag' })
  expect([...field.querySelectorAll('option')].map(({ label }) => label)).toEqual([
    'All tags',
    'Couples (2)',
    'Trauma (0)',
  ])
  fireEvent.change(field, { target: { value: trauma.id } })
  expect(onTag).toHaveBeenLastCalledWith(trauma.id)
  fireEvent.change(field, { target: { value: '' } })
  expect(onTag).toHaveBeenLastCalledWith(undefined)
})

const many = Array.from({ length: 12 }, (_, index) => ({
  ...counted(tag(`Gruppe ${index}`, 0), index),
  id: `7a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c${10 + index}`,
}))

test('with many tags, the filter is searched by a part of the name @slow', async () => {
  serve(many)
  const onTag = vi.fn()
  await renderPage(<ClientTagFilter tag={undefined} onTag={onTag} />)
  // A plain select is shown until the searchable one has loaded.
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Tag' }).tagName).toBe('INPUT'))
  const input = screen.getByRole('combobox', { name: 'Tag' })
  act(() => input.focus())
  fireEvent.click(input)
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(many.length + 1))
  fireEvent.change(input, { target: { value: 'gruppe 11' } })
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Gruppe 11 (11)']),
  )
  fireEvent.click(screen.getByRole('option'))
  expect(onTag).toHaveBeenLastCalledWith(many[11]?.id)
  fireEvent.change(input, { target: { value: 'nothing' } })
  await screen.findByText(uiText('clientTag:notFound'))
})

test('with many tags, the dialog is searched @slow', async () => {
  serve(many)
  await renderPage(<ClientTagsDialog onClose={() => {}} />)
  const field = await screen.findByRole('searchbox', { name: uiText('clientTag:search') })
  expect(screen.getAllByRole('listitem')).toHaveLength(many.length)
  fireEvent.change(field, { target: { value: ' GRUPPE 7' } })
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  fireEvent.change(field, { target: { value: 'Trauma' } })
  expect(screen.queryAllByRole('listitem')).toEqual([])
  expect(screen.getByRole('status').textContent).toBe(uiText('clientTag:notFound'))
})

test('a client with five tags shows three of them and names the others', async () => {
  await renderPage(<ClientTagChips tags={many.slice(0, 5)} />)
  const items = screen.getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Gruppe 0',
    'Gruppe 1',
    'Gruppe 2',
    `+2${uiText('clientTag:more_other', { count: '2', tags: 'Gruppe 3, Gruppe 4' })}`,
  ])
})

test('a client without tags has no list of tags', async () => {
  const { rerender } = await renderPage(<ClientTagChips tags={[]} />)
  expect(screen.queryByRole('list')).toBeNull()
  rerender(<ClientTagChips tags={[couples, trauma]} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Couples', 'Trauma'])
})

test('a name that another tag already has shows an error at the field @slow', async () => {
  const changes = serve([], () => refusalResponse(409, 'NAME_TAKEN'))
  const onDone = vi.fn()
  await renderPage(<EditClientTagForm tag={couples} onDone={onDone} />)
  const field = screen.getByRole('textbox', { name: 'Name' })
  fireEvent.change(field, { target: { value: ' ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save tag' }))
  await screen.findByText('Enter a name.')
  fireEvent.change(field, { target: { value: 'Trauma ' } })
  fireEvent.click(screen.getByRole('radio', { name: 'Blue' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save tag' }))
  await screen.findByText('You already have a tag with this name.')
  expect(changes()).toEqual([{ path: 'clientTag/edit', id: couples.id, name: 'Trauma ', color: 'blue' }])
  expect(onDone).not.toHaveBeenCalled()
})

test('a tag is deleted only after a confirmation that says how many clients lose it @slow', async () => {
  const changes = serve([counted(couples, 1)])
  await renderPage(<ClientTagsDialog onClose={() => {}} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Couples' }))
  await screen.findByText('Delete “Couples”? 1 client loses this tag.')
  fireEvent.click(screen.getByRole('button', { name: 'Keep tag' }))
  expect(changes()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Delete Couples' }))
  fireEvent.click(screen.getByRole('button', { name: 'Delete tag' }))
  await waitFor(() => expect(changes()).toEqual([{ path: 'clientTag/delete', id: couples.id }]))
})

test('without tags the dialog says how to create the first one', async () => {
  serve([])
  await renderPage(<ClientTagsDialog onClose={() => {}} />)
  await screen.findByText(uiText('clientTag:noneText'))
})
