import type { FileId } from '@attune/contract/common/ids'
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
  const unknownIds = written.files.filter(
    (id) => !known.some((file) => file.id === id) && !uploads.items.some((item) => item.id === id),
  )
  const { found, isLoading } = useFilesById(unknownIds)
  const take = useEffectEvent(() => {
    const all = [...known, ...(found ?? []), ...uploads.items.flatMap(({ file }) => file ?? [])]
    uploads.setServerFiles(written.files.flatMap((id) => all.find((file) => file.id === id) ?? []))
  })
  const isFound = found !== undefined
  useEffect(() => {
    if (isFound) take()
  }, [isFound])
  const version = entry?.version
  const takeSavedFiles = useEffectEvent(() => {
    // A new version from the server reaches the entry and the editor one after the other. Takes the files only once both have it.
    if (!draft.dirty && version === written.version) uploads.setServerFiles(known)
  })
  useEffect(() => takeSavedFiles(), [version, written.version])

  // If an uploaded file is not saved with a resource within a day, the server deletes the file. This effect therefore
  // removes the ids of deleted files from the draft.
  const hasUnknown = isLoading || unknownIds.some((id) => found?.some((file) => file.id === id))
  const ids = hasUnknown ? written.files.join() : uploads.ids.join()
  const name = useEffectEvent((wanted: string) => {
    if (wanted !== written.files.join()) change({ files: wanted ? wanted.split(',') : [] })
  })
  useEffect(() => name(ids), [ids])

  useDropLostImages({ written, uploads, isLoading }, editor)

  /** Uploads files that the person pasted or dropped into the text, and inserts the images at the cursor. */
  const put = async (files: File[]) => {
    const before = new Set(uploads.items.map(({ id }) => id))
    await addFiles(uploads, files, t)
    for (const { id, kind, name: alt } of uploads.items)
      if (!before.has(id) && kind === 'image') editor.current?.insertImage(id, alt.replace(/\.\w+$/, ''))
  }
  return { uploads, put, waitsFor: imageIdsOf(written.content).some((id) => !uploads.ids.includes(id)) }
}

/** Returns the account's own files with these ids; `found` is undefined until the server has answered. */
function useFilesById(ids: FileId[]) {
  const { data, isError } = useQuery({ ...orpc.file.mine.queryOptions({ input: { ids } }), enabled: ids.length > 0 })
  return { found: data?.items, isLoading: ids.length > 0 && !data && !isError }
}

type Images = { written: EntryEditing['written']; uploads: ReturnType<typeof useUploads>; isLoading: boolean }

/** Removes an image from the text if its file was refused or removed. */
function useDropLostImages({ written, uploads, isLoading }: Images, editor: RefObject<RichEditorHandle | null>): void {
  const lost = imageIdsOf(written.content).filter(
    (id) =>
      !isLoading &&
      !written.files.includes(id) &&
      !uploads.items.some((item) => item.id === id && item.state !== 'refused'),
  )
  const drop = useEffectEvent((images: string) => {
    for (const id of images.split(',')) if (id) editor.current?.dropImage(id)
  })
  const gone = lost.join()
  useEffect(() => drop(gone), [gone])
}
