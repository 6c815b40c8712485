import type { Client } from '@attune/contract/features/people/client/client'
import { Button, CopyButton, Group, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconKey, IconMail, IconMailOpened, IconMailX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { ShareTextButton } from '../../../../ui/file/ShareTextButton.tsx'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { useNow } from '../../../../ui/page/use-now.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import classes from './InvitationCard.module.css'
import { useInvalidateClients } from '../use-client-updates.ts'
import { SendInvitationButton } from './SendInvitationButton.tsx'
import { useInviteTexts } from './use-invite-texts.ts'
import { RevokeInvitationButton } from './RevokeInvitationButton.tsx'

type Invitation = NonNullable<Client['invitation']>

const isOpen = ({ state }: Invitation) => state === 'sent' || state === 'opened'

/** Shows the state of the invitation and its email, with buttons to send, show and revoke the invitation. */
export function InvitationCard({ client }: { client: Client }) {
  const { t } = useTranslation('client')
  const { againHint } = useInviteTexts()
  const invitation = client.invitation
  const name = client.firstName
  const text = client.email ? t('invitation.never', { name }) : t('invitation.neverNoEmail', { name })
  return (
    <Section title={t('invitation.title')} action={invitation && <InvitationState invitation={invitation} />}>
      {invitation ? <SentInvitation invitation={invitation} /> : <Text size="sm">{text}</Text>}
      <Group gap="xs" mt="sm">
        {client.may.invite && (
          <SendInvitationButton id={client.id} firstName={client.firstName} isFirst={client.invitation === null} />
        )}
        {invitation && isOpen(invitation) && (
          <InvitationSecrets key={invitation.sentAt} invitation={invitation} name={name} />
        )}
        {invitation && client.may.revoke && <RevokeInvitationButton id={client.id} name={name} />}
      </Group>
      {invitation && client.may.invite && (
        <Text size="xs" c="dimmed" mt={8}>
          {againHint} {t('invitation.recorded')}
        </Text>
      )}
    </Section>
  )
}

function InvitationState({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('client')
  const locale = useLocale()
  if (invitation.state === 'expired')
    return (
      <StatusBadge icon={IconMailX} tone="warning">
        {t('invitation.expired', { when: momentInSentence(invitation.expiresAt, locale) })}
      </StatusBadge>
    )
  if (invitation.state === 'revoked')
    return (
      <StatusBadge icon={IconMailX} tone="warning">
        {t('invitation.revoked')}
      </StatusBadge>
    )
  if (invitation.mail === 'failed')
    return (
      <StatusBadge icon={IconMailX} tone="danger">
        {t('invitation.bounced')}
      </StatusBadge>
    )
  if (invitation.state === 'opened')
    return (
      <StatusBadge icon={IconMailOpened} tone="info">
        {t('invitation.opened')}
      </StatusBadge>
    )
  return <StatusBadge icon={IconMail}>{t('invitation.notOpened')}</StatusBadge>
}

function SentInvitation({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('client')
  const locale = useLocale()
  const mails = {
    waiting: 'invitation.mailWaiting',
    failed: 'invitation.mailFailed',
    'not-configured': 'invitation.mailOff',
    sent: null,
  } as const
  // The emails of a large import are sent over several hours, so `sentAt` can be in the future.
  const isQueued = Date.parse(invitation.sentAt) > useNow().getTime() && invitation.mail !== 'not-configured'
  const mail = isQueued ? null : mails[invitation.mail]
  return (
    <>
      {mail && (
        <Text size="sm" mb={4}>
          {t(mail)}
        </Text>
      )}
      <MetaList>
        {t(isQueued ? 'invitation.sentLater' : invitation.mail === 'sent' ? 'invitation.sent' : 'invitation.prepared', {
          when: momentInSentence(invitation.sentAt, locale),
        })}
        {isOpen(invitation) && t('invitation.validUntil', { when: momentInSentence(invitation.expiresAt, locale) })}
      </MetaList>
    </>
  )
}

/** Shows link and code of an invitation. Loads them only on request, because the server logs each access. */
function InvitationSecrets({ invitation, name }: { invitation: Invitation; name: string }) {
  const { t } = useTranslation('client')
  const changed = useInvalidateClients()
  const [shown, setShown] = useState(false)
  const reveal = useMutation({
    mutationFn: () => api.connection.invitationSecrets({ id: invitation.id }),
    onSuccess: () => setShown(true),
    onError: (error) => {
      toast({
        variant: 'destructive',
        title: t(errorCode(error) === 'INVITATION_OVER' ? 'invitation.over' : 'profile.actFailed'),
      })
      void changed()
    },
  })
  if (!shown || !reveal.data) {
    return (
      <Button
        variant="default"
        leftSection={<IconKey size={16} aria-hidden />}
        loading={reveal.isPending}
        onClick={() => reveal.mutate()}
      >
        {t('invitation.read')}
      </Button>
    )
  }
  const { link, code } = reveal.data
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
      <ShareTextButton url={link} />
    </div>
  )
}
