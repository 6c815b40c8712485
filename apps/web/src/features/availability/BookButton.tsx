import { Button, type ButtonProps } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { useReader } from '../../platform/reader.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { dayOf } from '../../ui/moment.ts'
import { StillToCome } from '../../ui/Together.tsx'
import { useNow } from '../../ui/use-now.ts'
import { RequestButton } from '../session/session.ts'
import classes from './BookButton.module.css'

type Props = ButtonProps & {
  /** One of several; without it whoever is at the client's side. */
  therapistId?: string
  /** Nothing where there are no hours: elsewhere on the page a time can be proposed. */
  only?: boolean
}

/** Leads to a therapist's free times; where nobody has opened hours, a time is proposed as before. */
export function BookButton({ therapistId, only = false, ...given }: Props) {
  const look = { className: classes.book, ...given }
  const { t } = useTranslation('sessionList')
  const reader = useReader()
  const today = dayOf(useNow().toISOString(), reader)
  const read = useQuery(query.connection.therapists.queryOptions({ input: {} }))
  const people = (read.data?.items ?? [])
    .filter(({ status }) => status === 'connected')
    .map((one) => one.therapistId)
    .filter((id) => !therapistId || id === therapistId)
  const hours = useQueries({
    queries: people.map((id) =>
      query.availability.slots.queryOptions({ input: { therapistId: id, from: today, to: today, format: 'video' } }),
    ),
  })
  const icon = <IconCalendarPlus size={18} aria-hidden />
  if (read.isPending || hours.some(({ isPending }) => isPending)) {
    // Its place is kept: on a phone the page below would be pushed down.
    return only ? (
      <StillToCome />
    ) : (
      <Button leftSection={icon} {...look} style={{ visibility: 'hidden' }}>
        {t('book')}
      </Button>
    )
  }
  if (!hours.some(({ data }) => data && data.formats.length > 0)) return only ? null : <RequestButton {...look} />
  return (
    <ButtonLink
      leftSection={icon}
      {...look}
      to="/dashboard/$userType/sessions/book"
      params={{ userType: 'client' }}
      search={therapistId ? { therapist: therapistId } : {}}
    >
      {t('book')}
    </ButtonLink>
  )
}
