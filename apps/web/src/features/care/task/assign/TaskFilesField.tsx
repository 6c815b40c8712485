import type { File } from '@attune/contract/features/care/file/file'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { FileList, FilePicker, useUploads } from '../../file/file.ts'

type Props = {
  /** The resource that the files belong to, such as `task:<id>`. */
  name: string
  value: readonly string[]
  /** The files that are already attached to the task. */
  known?: readonly File[]
  onChange: (files: string[]) => void
  /**
   * Called when an upload starts or ends. `busy` is true while an upload is running or the server is checking a file.
   */
  onBusy: (busy: boolean) => void
}

const none: readonly File[] = []

/**
 * Renders a field that attaches files to a task. If a restored draft contains uploaded files, loads their data first.
 */
export function TaskFilesField({ known = none, ...props }: Props) {
  const [first] = useState(() => props.value.filter((id) => !known.some((file) => file.id === id)))
  const found = useQuery({ ...orpc.file.mine.queryOptions({ input: { ids: first } }), enabled: first.length > 0 })
  if (first.length > 0 && found.isPending) return <Skeleton height={64} />
  const all = [...known, ...(found.data?.items ?? [])]
  return <UploadField {...props} known={all.filter((file) => props.value.includes(file.id))} />
}

function UploadField({ name, value, known, onChange, onBusy }: Props) {
  const { t } = useTranslation('taskAssign')
  const uploads = useUploads(name, known)
  const ids = uploads.ids.join(' ')
  const busy = uploads.items.some(({ state }) => ['shrinking', 'waiting', 'sending', 'checking'].includes(state))
  const updateValue = useEffectEvent((next: string) => {
    if (next !== value.join(' ')) onChange(next ? next.split(' ') : [])
  })
  const reportBusy = useEffectEvent(onBusy)
  useEffect(() => updateValue(ids), [ids])
  useEffect(() => reportBusy(busy), [busy])
  return (
    <div>
      <Text component="div" size="sm" fw={550} mb={4}>
        {t('files')}
      </Text>
      <Stack gap="xs">
        <FileList uploads={uploads} />
        <FilePicker uploads={uploads} />
      </Stack>
    </div>
  )
}
