import type { Client } from '@attune/contract/features/client'
import { Button, CopyButton, Group, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconKey, IconMail, IconMailOpened, IconMailX, IconSend } from '@tabler/icons-react'
import { ORPCError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newId } from '../../platform/api.ts'
import { codeOf } from '../../platform/faults.ts'
import { useReader } from '../../platform/reader.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { momentWithin } from '../../ui/moment.ts'
import { Section } from '../../ui/Section.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './InvitationCard.module.css'
import { useClientsChanged } from './live.ts'
import { RevokeButton } from './RevokeButton.tsx'

type Invitation = NonNullable<Client['invitation']>

const isOpen = ({ state }: Invitation) => state === 'sent' || state === 'opened'

/** The state of the invitation and its email, with the buttons to send, show and revoke it. */
export function InvitationCard({ client }: { client: Client }) {
  const { t } = useTranslation('client')
  const invitation = client.invitation
  const name = client.firstName
  const words = client.email ? t('invitation.never', { name }) : t('invitation.neverNoEmail', { name })
  return (
    <Section title={t('invitation.title')} action={invitation && <InvitationState invitation={invitation} />}>
      {invitation ? <SentInvitation invitation={invitation} /> : <Text size="sm">{words}</Text>}
      <Group gap="xs" mt="sm">
        {client.may.invite && <SendButton client={client} />}
        {invitation && isOpen(invitation) && (
          <InvitationSecrets key={invitation.sentAt} invitation={invitation} name={name} />
        )}
        {invitation && client.may.revoke && <RevokeButton id={client.id} name={name} />}
      </Group>
      {invitation && client.may.invite && (
        <Text size="xs" c="dimmed" mt={8}>
          {t('invitation.resendHint')} {t('invitation.recorded')}
        </Text>
      )}
    </Section>
  )
}

function InvitationState({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('client')
  const reader = useReader()
  if (invitation.state === 'expired')
    return (
      <Mark icon={IconMailX} tone="warning">
        {t('invitation.expired', { when: momentWithin(invitation.expiresAt, reader) })}
      </Mark>
    )
  if (invitation.state === 'revoked')
    return (
      <Mark icon={IconMailX} tone="warning">
        {t('invitation.revoked')}
      </Mark>
    )
  if (invitation.mail === 'failed')
    return (
      <Mark icon={IconMailX} tone="danger">
        {t('invitation.bounced')}
      </Mark>
    )
  if (invitation.state === 'opened')
    return (
      <Mark icon={IconMailOpened} tone="info">
        {t('invitation.opened')}
      </Mark>
    )
  return <Mark icon={IconMail}>{t('invitation.notOpened')}</Mark>
}

function SentInvitation({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('client')
  const reader = useReader()
  const mails = {
    waiting: 'invitation.mailWaiting',
    failed: 'invitation.mailFailed',
    'not-configured': 'invitation.mailOff',
    sent: null,
  } as const
  const mail = mails[invitation.mail]
  return (
    <>
      {mail && (
        <Text size="sm" mb={4}>
          {t(mail)}
        </Text>
      )}
      <Facts>
        {t('invitation.sent', { when: momentWithin(invitation.sentAt, reader) })}
        {isOpen(invitation) && t('invitation.validUntil', { when: momentWithin(invitation.expiresAt, reader) })}
      </Facts>
    </>
  )
}

const refusals = { NO_EMAIL: 'invitation.noEmail', ALREADY_CONNECTED: 'invitation.connected' } as const

function SendButton({ client }: { client: Client }) {
  const { t } = useTranslation('client')
  const reader = useReader()
  const changed = useClientsChanged()
  const [command, setCommand] = useState(newId)
  const send = useMutation({
    mutationFn: () => api.connection.invite({ id: client.id, command }),
    onSuccess: (invitation) => {
      setCommand(newId())
      toast({
        variant: 'success',
        title: t(invitation.mail === 'not-configured' ? 'invitation.ready' : 'invitation.sentNow'),
      })
    },
    onError: (error) => {
      const code = codeOf(error)
      const at =
        error instanceof ORPCError && code === 'TOO_SOON' ? (error.data as { resendAt: string }).resendAt : null
      const words = at
        ? t('invitation.tooSoon', { when: momentWithin(at, reader) })
        : t(refusals[code as keyof typeof refusals] ?? 'profile.actFailed', { name: client.firstName })
      toast({ variant: 'destructive', title: words })
    },
    onSettled: changed,
  })
  const first = client.invitation === null
  return (
    <Button
      variant={first ? 'light' : 'default'}
      leftSection={<IconSend size={16} aria-hidden />}
      loading={send.isPending}
      onClick={() => send.mutate()}
    >
      {t(first ? 'invitation.send' : 'invitation.resend')}
    </Button>
  )
}

/** Shows link and code of an invitation. They are loaded only on request, because each access is logged. */
function InvitationSecrets({ invitation, name }: { invitation: Invitation; name: string }) {
  const { t } = useTranslation('client')
  const changed = useClientsChanged()
  const [shown, setShown] = useState(false)
  const look = useMutation({
    mutationFn: () => api.connection.invitationSecrets({ id: invitation.id }),
    onSuccess: () => setShown(true),
    onError: (error) => {
      toast({
        variant: 'destructive',
        title: t(codeOf(error) === 'INVITATION_OVER' ? 'invitation.over' : 'profile.actFailed'),
      })
      void changed()
    },
  })
  if (!shown || !look.data) {
    return (
      <Button
        variant="default"
        leftSection={<IconKey size={16} aria-hidden />}
        loading={look.isPending}
        onClick={() => look.mutate()}
      >
        {t('invitation.read')}
      </Button>
    )
  }
  const { link, code } = look.data
  return (
    <div className={classes.secrets} role="status">
      <div>
        <div className={classes.label}>{t('invitation.code')}</div>
        <div className={classes.code}>{`${code.slice(0, 4)} ${code.slice(4)}`}</div>
        <div className={classes.label}>{t('invitation.codeHint', { name })}</div>
      </div>
      <CopyButton value={link} timeout={2000}>
        {({ copied, copy }) => (
          <Button
            variant="light"
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={copy}
          >
            {t(copied ? 'invitation.copied' : 'invitation.copy')}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}
