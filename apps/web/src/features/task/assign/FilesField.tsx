import type { File } from '@attune/contract/features/file'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../../platform/api.ts'
import { FileList, FilePicker, useUploads } from '../../file/file.ts'

type Props = {
  /** Names the thing that the files are for, by ids alone. */
  name: string
  value: readonly string[]
  /** Those that hang on the task already. */
  known?: readonly File[]
  onChange: (files: string[]) => void
  /** Whether one is still on its way or being looked at. */
  onBusy: (busy: boolean) => void
}

const none: readonly File[] = []

/** Files that go with a task; those of a draft that was found again are asked for first. */
export function FilesField({ known = none, ...props }: Props) {
  const [first] = useState(() => props.value.filter((id) => !known.some((file) => file.id === id)))
  const found = useQuery({ ...query.file.mine.queryOptions({ input: { ids: first } }), enabled: first.length > 0 })
  if (first.length > 0 && found.isPending) return <Skeleton height={64} />
  const all = [...known, ...(found.data?.items ?? [])]
  return <Chosen {...props} known={all.filter((file) => props.value.includes(file.id))} />
}

function Chosen({ name, value, known, onChange, onBusy }: Props) {
  const { t } = useTranslation('taskAssign')
  const uploads = useUploads(name, known)
  const ids = uploads.ids.join(' ')
  const busy = uploads.items.some(({ state }) => ['shrinking', 'waiting', 'sending', 'checking'].includes(state))
  const take = useEffectEvent((next: string) => {
    if (next !== value.join(' ')) onChange(next ? next.split(' ') : [])
  })
  const tell = useEffectEvent(onBusy)
  useEffect(() => take(ids), [ids])
  useEffect(() => tell(busy), [busy])
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
