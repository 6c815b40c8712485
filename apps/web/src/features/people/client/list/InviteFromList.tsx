import type { ClientListItem } from '@attune/contract/features/people/client/client'
import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { useNow } from '../../../../ui/page/use-now.ts'
import classes from './ClientTable.module.css'
import { useInviteTexts } from '../invitation/use-invite-texts.ts'
import { useSendInvitation } from '../invitation/use-send-invitation.ts'

/** A button in the row of a pending client that invites them, or invites them again. */
export function InviteFromList({ client }: { client: ClientListItem }) {
  const label = useInviteTexts().label(client.invitation === null)
  const send = useSendInvitation(client)
  return (
    <Button
      className={classes.item}
      variant="default"
      size="compact-sm"
      leftSection={<IconSend size={16} aria-hidden />}
      loading={send.isPending}
      aria-label={`${label}, ${client.firstName} ${client.lastName}`}
      onClick={() => send.mutate()}
    >
      {label}
    </Button>
  )
}

/** Shows the time at which a pending client was invited or, once the invitation has expired, the time at which it expired. */
export function InvitedWhen({ invitation }: { invitation: NonNullable<ClientListItem['invitation']> }) {
  const { t } = useTranslation('clientOverview')
  const locale = useLocale()
  const { sentAt, expiresAt } = invitation
  const isExpired = Date.parse(expiresAt) <= useNow().getTime()
  return (
    <span className={classes.invited}>
      {isExpired
        ? t('inviteExpired', { when: momentInSentence(expiresAt, locale) })
        : t('invited', { when: momentInSentence(sentAt, locale) })}
    </span>
  )
}
