import { Button, Skeleton, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { AddImportDialog } from './AddImportDialog.tsx'
import { ImportedCalendarRow } from './ImportedCalendarRow.tsx'

const most = 10

/** Lists the imported calendars, with a button to add one. Their events block the therapist's times. */
export function ImportedCalendars() {
  const { t } = useTranslation('feeds')
  const read = useQuery(orpc.calendar.imports.queryOptions({ input: {}, staleTime: 0, refetchOnMount: 'always' }))
  const again = () => void read.refetch()
  useSubscription('imported_calendars', again)
  const [adding, setAdding] = useState(false)
  const items = read.data?.items ?? []
  return (
    <Section
      title={t('imports.title')}
      hint={t('imports.hint')}
      rows={items.length > 0}
      action={
        items.length < most && (
          <Button
            variant="default"
            aria-haspopup="dialog"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('imports.add')}
          </Button>
        )
      }
    >
      {read.isPending && <Skeleton height={20} />}
      {read.isError && !read.data && <Query of={read} failed={t('loadFailed')} again={t('again')} />}
      {read.data && items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('imports.none')}
        </Text>
      )}
      {items.map((calendar) => (
        <ImportedCalendarRow key={calendar.id} calendar={calendar} onChanged={again} />
      ))}
      {adding && <AddImportDialog onAdded={again} onClose={() => setAdding(false)} />}
    </Section>
  )
}
