import type { ClientId, SentFormId } from '@attune/contract/common/ids'
import type { SignLink } from '@attune/contract/features/care/form/form.links'
import { Button, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import classes from '../Form.module.css'
import { useFormTimes, useInvalidateForms } from '../use-forms.ts'

type Props = { clientId: ClientId; id: SentFormId }

/** Lists the links with which guardians without an account sign a form, with a button that withdraws one. Shows nothing if there are none. */
export function SignLinkList({ clientId, id }: Props) {
  const { t } = useTranslation('signLink')
  const read = useQuery(orpc.form.signLinks.queryOptions({ input: { clientId, id } }))
  if (!read.data?.items.length) return null
  return (
    <Section title={t('links')} rows>
      {read.data.items.map((link) => (
        <LinkRow key={link.id} of={{ clientId, id }} link={link} />
      ))}
    </Section>
  )
}

function LinkRow({ of, link }: { of: Props; link: SignLink }) {
  const { t } = useTranslation('signLink')
  const { day } = useFormTimes()
  const { name, email, state, sentAt, expiresAt, openedAt, mail, text } = link
  const shown = state === 'open' && openedAt ? 'opened' : state
  const days = { day: day(sentAt), until: day(expiresAt), opened: openedAt ? day(openedAt) : '' }
  return (
    <CardRow wraps="early">
      <div className={classes.texts}>
        <span>{name}</span>
        <div className={classes.facts}>
          <MetaList>
            {email}
            {t(`state.${shown}`, days)}
          </MetaList>
        </div>
        {(mail === 'failed' || mail === 'not-configured') && (
          <Text size="sm" c="var(--attune-danger)">
            {t(`mail.${mail}`)}
          </Text>
        )}
        {text === 'failed' && (
          <Text size="sm" c="var(--attune-danger)">
            {t('textFailed')}
          </Text>
        )}
      </div>
      {state === 'open' && <WithdrawLink of={of} link={link} />}
    </CardRow>
  )
}

function WithdrawLink({ of, link }: { of: Props; link: SignLink }) {
  const { t } = useTranslation('signLink')
  const message = useErrorMessage()
  const changed = useInvalidateForms()
  const withdraw = useMutation({
    mutationFn: () => api.form.withdrawSignLink({ ...of, ticketId: link.id }),
    onSuccess: () => toast.success(t('withdrawn')),
    onError: (error) => toast.error(message(error) ?? ''),
    onSettled: () => void changed(),
  })
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={t('withdrawFor', { name: link.name })}
      loading={withdraw.isPending}
      onClick={() => withdraw.mutate()}
    >
      {t('withdraw')}
    </Button>
  )
}
