import type { TherapistId } from '@attune/contract/common/ids'
import { Button, type ButtonProps } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { ButtonLink } from '../../../ui/base/ButtonLink.tsx'
import { localDay } from '../../../ui/page/date-text.ts'
import { Pending } from '../../../ui/page/loading/RevealTogether.tsx'
import { useNow } from '../../../ui/page/use-now.ts'
import { RequestSessionButton } from '../session/session.ts'
import classes from './BookButton.module.css'

type Props = ButtonProps & {
  /** The only therapist to book with. By default, the client can book with each connected therapist. */
  therapistId?: TherapistId
  /** If true, renders nothing when no therapist has availability. Use it where the page has another request button. */
  only?: boolean
  /** Whether a therapist has availability, if the page has already loaded this. */
  bookable?: boolean | undefined
}

/**
 * Renders a link to the booking page. If no therapist has availability, renders a button to request a session instead.
 */
export function BookButton({ therapistId, only = false, bookable, ...given }: Props) {
  const { t } = useTranslation('sessionList')
  const locale = useLocale()
  const today = localDay(useNow().toISOString(), locale)
  const read = useQuery(orpc.connection.therapists.queryOptions({ input: {} }))
  const known = bookable !== undefined
  const buttonProps = { ...(!known && { className: classes.book }), ...given }
  const people = (read.data?.items ?? [])
    .filter(({ status, isUnreachable }) => status === 'connected' && !isUnreachable)
    .map((one) => one.therapistId)
    .filter((id) => !therapistId || id === therapistId)
  const hours = useQueries({
    queries: (known ? [] : people).map((id) =>
      orpc.availability.slots.queryOptions({ input: { therapistId: id, from: today, to: today, format: 'video' } }),
    ),
  })
  const icon = <IconCalendarPlus size={18} aria-hidden />
  if ((read.isPending && !known) || hours.some(({ isPending }) => isPending)) {
    // The invisible button reserves the space. Otherwise the page below would shift on a phone.
    return only ? (
      <Pending />
    ) : (
      <Button leftSection={icon} {...buttonProps} style={{ visibility: 'hidden' }}>
        {t('book')}
      </Button>
    )
  }
  if (!(bookable ?? hours.some(({ data }) => data && data.formats.length > 0)))
    return only ? null : <RequestSessionButton {...buttonProps} />
  return (
    <ButtonLink
      leftSection={icon}
      {...buttonProps}
      to="/dashboard/$userType/sessions/book"
      params={{ userType: 'client' }}
      search={therapistId ? { therapist: therapistId } : {}}
    >
      {t('book')}
    </ButtonLink>
  )
}
