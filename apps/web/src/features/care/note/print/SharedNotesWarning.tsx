import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { allPages } from '../../../../platform/query/all-pages.ts'

type Range = { clientId: string; from?: string; until?: string }

/** Warns before shared parts are printed from the record of one client, and names the other people whom they are about. */
export function SharedNotesWarning({ range }: { range: Range }) {
  const { t, i18n } = useTranslation('note')
  const read = useQuery({
    queryKey: [...orpc.note.ofClient.key(), 'others', range],
    queryFn: async () => {
      const notes = await allPages((after) => api.note.ofClient({ ...range, ...after, limit: 100 }))
      return [...new Set(notes.flatMap(({ others }) => others))]
    },
  })
  if (!read.data)
    return (
      <Query
        of={read}
        pending={<Skeleton height={44} radius={10} />}
        failed={t('printRange.othersFailed')}
        again={t('again')}
      />
    )
  const names = new Intl.ListFormat(i18n.resolvedLanguage).format(read.data)
  return (
    <Callout {...(names !== '' && { kind: 'warning' })}>
      {names === '' ? t('printRange.noShared') : t('printRange.others', { names })}
    </Callout>
  )
}
