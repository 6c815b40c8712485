import { imageIdsOf } from '@attune/contract/common/rich-text/rich-text'
import type { JournalEntryDetail } from '@attune/contract/features/care/journal/journal'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import type { RichEditorHandle } from '../../../../ui/rich-text/editor/editor-commands.ts'
import { addFiles, useUploads } from '../../file/file.ts'
import type { EntryEditing } from './use-entry-editor.ts'

/**
 * Manages the files of an entry in the editor, including the images in its text. `waitsFor` is true until the server
 * has created the upload of each image in the text.
 */
export function useEntryFiles(
  entry: JournalEntryDetail | null,
  { draft, written, change }: EntryEditing,
  editor: RefObject<RichEditorHandle | null>,
) {
  const { t } = useTranslation('file')
  const known = entry?.files ?? []
  const uploads = useUploads(`entry:${written.id}`, known)
  // A restored draft can contain ids of files that the saved entry does not have.
  const unknown = written.files.filter(
    (id) => !known.some((file) => file.id === id) && !uploads.items.some((item) => item.id === id),
  )
  const read = useQuery({ ...orpc.file.mine.queryOptions({ input: { ids: unknown } }), enabled: unknown.length > 0 })
  const found = read.data?.items
  const isLoading = unknown.length > 0 && !found && !read.isError
  useAfterChange(found !== undefined, () => {
    if (!found) return
    const all = [...known, ...found, ...uploads.items.flatMap(({ file }) => file ?? [])]
    uploads.setServerFiles(written.files.flatMap((id) => all.find((file) => file.id === id) ?? []))
  })
  // A new version from the server reaches the entry and the editor one after the other. Takes the files only once both have it.
  useAfterChange(`${entry?.version} ${written.version}`, () => {
    if (!draft.dirty && entry?.version === written.version) uploads.setServerFiles(known)
  })

  // The server deletes an uploaded file that is not saved with a resource within a day. Its id is then removed from the draft.
  const hasUnknown = isLoading || unknown.some((id) => found?.some((file) => file.id === id))
  const ids = hasUnknown ? written.files.join() : uploads.ids.join()
  useAfterChange(ids, () => {
    if (ids !== written.files.join()) change({ files: ids ? ids.split(',') : [] })
  })

  // Removes an image from the text if its file was refused or removed.
  const isKept = (id: string) =>
    isLoading || written.files.includes(id) || uploads.items.some((item) => item.id === id && item.state !== 'refused')
  const lost = imageIdsOf(written.content).filter((id) => !isKept(id))
  useAfterChange(lost.join(), () => {
    for (const id of lost) editor.current?.dropImage(id)
  })

  /** Uploads files that the person pasted or dropped into the text, and inserts the images at the cursor. */
  const put = async (files: File[]) => {
    const before = new Set(uploads.items.map(({ id }) => id))
    await addFiles(uploads, files, t)
    for (const { id, kind, name: alt } of uploads.items)
      if (!before.has(id) && kind === 'image') editor.current?.insertImage(id, alt.replace(/\.\w+$/, ''))
  }
  return { uploads, put, waitsFor: imageIdsOf(written.content).some((id) => !uploads.ids.includes(id)) }
}

/** Calls the latest `act` after the first render, and after each render with another value. */
function useAfterChange(value: unknown, act: () => void): void {
  const latest = useEffectEvent(act)
  useEffect(() => latest(), [value])
}
