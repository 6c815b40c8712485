import { imagesOf } from '@attune/contract/common/rich-text'
import type { Entry } from '@attune/contract/features/journal'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import type { RichEditorHandle } from '../../ui/rich-text/editing.ts'
import { addFiles, useUploads } from '../file/file.ts'
import type { Writing } from './use-entry.ts'

/** The files of an entry that is being written, and its images in their place. */
export function useFiles(
  entry: Entry | null,
  { draft, written, change }: Writing,
  editor: RefObject<RichEditorHandle | null>,
) {
  const { t } = useTranslation('file')
  const known = entry?.files ?? []
  const uploads = useUploads(`entry:${written.id}`, known)
  // A draft that was found names files that the saved entry does not know yet.
  const loose = written.files.filter(
    (id) => !known.some((file) => file.id === id) && !uploads.items.some((item) => item.id === id),
  )
  const read = useQuery({ ...query.file.mine.queryOptions({ input: { ids: loose } }), enabled: loose.length > 0 })
  const waits = loose.length > 0 && !read.data && !read.isError
  const take = useEffectEvent(() => {
    const all = [...known, ...(read.data?.items ?? []), ...uploads.items.flatMap(({ file }) => file ?? [])]
    uploads.take(written.files.flatMap((id) => all.find((file) => file.id === id) ?? []))
  })
  const found = read.data !== undefined
  useEffect(() => {
    if (found) take()
  }, [found])
  const version = entry?.version
  const followed = useEffectEvent(() => !draft.dirty && uploads.take(known))
  useEffect(() => void followed(), [version])

  // Those that are not there any more, for nobody saved them within a day, are left out.
  const coming = waits || loose.some((id) => read.data?.items.some((file) => file.id === id))
  const ids = coming ? written.files.join() : uploads.ids.join()
  const name = useEffectEvent((wanted: string) => {
    if (wanted !== written.files.join()) change({ files: wanted ? wanted.split(',') : [] })
  })
  useEffect(() => name(ids), [ids])

  // An image whose file is not taken, or was taken off the list, leaves the text too.
  const lost = imagesOf(written.content).filter(
    (id) =>
      !waits &&
      !written.files.includes(id) &&
      !uploads.items.some((item) => item.id === id && item.state !== 'refused'),
  )
  const drop = useEffectEvent((images: string) => {
    for (const id of images.split(',')) if (id) editor.current?.dropImage(id)
  })
  const gone = lost.join()
  useEffect(() => drop(gone), [gone])

  /** Files that were put into the text: images stand where the cursor is. */
  const put = async (files: File[]) => {
    const before = new Set(uploads.items.map(({ id }) => id))
    await addFiles(uploads, files, t)
    for (const { id, kind, name: alt } of uploads.items)
      if (!before.has(id) && kind === 'image') editor.current?.insertImage(id, alt.replace(/\.\w+$/, ''))
  }
  return { uploads, put, waitsFor: imagesOf(written.content).some((id) => !uploads.ids.includes(id)) }
}
