import type { ClientId, ContactId } from '@attune/contract/common/ids'
import type { SignLinks } from '@attune/contract/features/care/form/form.links'
import type { SentForm } from '@attune/contract/features/care/form/form.schemas'
import { Button, Checkbox, Radio, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { errorCode, refusalData } from '../../../../platform/api/errors.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogFoot } from '../../../../ui/dialog/DialogFoot.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import classes from '../Form.module.css'
import { useInvalidateForms } from '../use-forms.ts'
import { SignLinkList } from './SignLinkList.tsx'

type Client = { id: ClientId; name: string }
type Contact = SignLinks['contacts'][number]
type Props = { client: Client; item: SentForm; onClose: () => void }

/** Sends a guardian without an account a link to sign a form, then shows the code once. Lists the links that were sent before. */
export function SignLinkDialog({ client, item, onClose }: Props) {
  const { t } = useTranslation(['signLink', 'form'])
  const [sent, setSent] = useState<Sent | null>(null)
  const read = useQuery(orpc.form.signLinks.queryOptions({ input: { clientId: client.id, id: item.id } }))
  if (sent) return <CodeDialog {...sent} onClose={onClose} />
  if (!read.data)
    return (
      <Dialog title={t('action')} size={560} onClose={onClose}>
        <Query
          of={read}
          pending={<RowSkeletons rows={3} avatar={false} />}
          failed={t('form:failed')}
          again={t('form:again')}
        >
          {() => null}
        </Query>
      </Dialog>
    )
  return (
    <SendDialog
      client={client}
      item={item}
      links={read.data}
      onClose={onClose}
      onSent={(done) => (done ? setSent(done) : onClose())}
    />
  )
}

/** Shows the code that the therapist gives the guardian. */
function CodeDialog({ name, code, onClose }: { name: string; code: string; onClose: () => void }) {
  const { t } = useTranslation('signLink')
  return (
    <Dialog title={t('codeTitle', { name })} onClose={onClose}>
      <Stack gap="md">
        <output className={classes.code}>{`${code.slice(0, 3)} ${code.slice(3)}`}</output>
        <Text size="sm">{t('codeText', { name })}</Text>
      </Stack>
      <DialogFoot>
        <Button onClick={onClose}>{t('done')}</Button>
      </DialogFoot>
    </Dialog>
  )
}

type Sent = { name: string; code: string }
/** `onSent` is called with null if the code is sent by text message. */
type SendProps = Props & { links: SignLinks; onSent: (sent: Sent | null) => void }

function SendDialog({ client, item, links, onClose, onSent }: SendProps) {
  const { t } = useTranslation('signLink')
  const refusal = useSignLinkRefusal()
  const choice = useContactChoice(links.contacts)
  const { contact } = choice
  const send = useSendLink(client.id, item, onSent)
  const submit = () => {
    choice.setTried(true)
    if (contact && choice.isConfirmed) send.mutate({ contact, codeByText: choice.isByText })
  }
  return (
    <FormDialog
      wide
      title={t('action')}
      submit={t('send')}
      back={t('back')}
      busy={send.isPending}
      disabled={links.contacts.every(({ email }) => !email)}
      problem={send.error && refusal(send.error)}
      onClose={onClose}
      onSubmit={submit}
    >
      <Text size="sm" c="dimmed">
        {t('hint')}
      </Text>
      {links.contacts.length === 0 ? (
        <Callout kind="warning">{t('none', { name: client.name })}</Callout>
      ) : (
        <ContactChoice contacts={links.contacts} choice={choice} />
      )}
      {contact?.textNumber && (
        <CodeWay
          name={contact.name}
          number={contact.textNumber}
          isByText={choice.isByText}
          onChange={choice.setByText}
        />
      )}
      {contact && contact.warnings.length > 0 && <Warnings client={client} contact={contact} choice={choice} />}
      <SignLinkList clientId={client.id} id={item.id} />
    </FormDialog>
  )
}

/** Returns the chosen contact, and whether its warnings are confirmed. A contact who is the only one with an address is chosen from the start. */
function useContactChoice(contacts: readonly Contact[]) {
  const reachable = contacts.filter(({ email }) => email)
  const [id, setId] = useState<ContactId | null>(reachable.length === 1 ? (reachable[0]?.id ?? null) : null)
  const [confirmedId, setConfirmedId] = useState<ContactId | null>(null)
  const [isTextChosen, setByText] = useState(false)
  const [isTried, setTried] = useState(false)
  const contact = contacts.find((one) => one.id === id) ?? null
  const isConfirmed = contact !== null && (contact.warnings.length === 0 || confirmedId === contact.id)
  const isByText = isTextChosen && Boolean(contact?.textNumber)
  return { contact, isConfirmed, isByText, isTried, setId, setConfirmedId, setByText, setTried }
}
type Choice = ReturnType<typeof useContactChoice>

function ContactChoice({ contacts, choice }: { contacts: readonly Contact[]; choice: Choice }) {
  const { t } = useTranslation('signLink')
  return (
    <Radio.Group
      label={t('who')}
      value={choice.contact?.id ?? ''}
      onChange={(value) => choice.setId(contacts.find(({ id }) => id === value)?.id ?? null)}
      error={choice.isTried && !choice.contact && t('missing')}
    >
      <Stack gap="xs" mt={6}>
        {contacts.map(({ id, name, relationship, email }) => (
          <Radio
            key={id}
            value={id}
            disabled={!email}
            label={relationship ? `${name} (${relationship})` : name}
            description={email ?? t('noEmail')}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

type CodeWayProps = { name: string; number: string; isByText: boolean; onChange: (isByText: boolean) => void }

/** Asks how the guardian gets the code. */
function CodeWay({ name, number, isByText, onChange }: CodeWayProps) {
  const { t } = useTranslation('signLink')
  return (
    <Radio.Group
      label={t('code.label', { name })}
      value={isByText ? 'text' : 'told'}
      onChange={(value) => onChange(value === 'text')}
    >
      <Stack gap="xs" mt={6}>
        <Radio value="told" label={t('code.told')} />
        <Radio value="text" label={t('code.text', { number })} description={t('code.textHint', { name })} />
      </Stack>
    </Radio.Group>
  )
}

type WarningsProps = { client: Client; contact: Contact; choice: Choice }

/** Shows the data that the contact shares with the client, which the therapist has to confirm. */
function Warnings({ client, contact, choice }: WarningsProps) {
  const { t } = useTranslation('signLink')
  return (
    <Callout kind="warning" urgent>
      {contact.warnings.map((warning) => (
        <p key={warning} className={classes.warning}>
          {t(`warn.${warning}`, { name: client.name })}
        </p>
      ))}
      <Checkbox
        mt="xs"
        label={t('confirm')}
        checked={choice.isConfirmed}
        error={choice.isTried && !choice.isConfirmed && t('unconfirmed')}
        onChange={(event) => choice.setConfirmedId(event.currentTarget.checked ? contact.id : null)}
      />
    </Callout>
  )
}

function useSendLink(clientId: ClientId, { id }: SentForm, onSent: SendProps['onSent']) {
  const { t } = useTranslation('signLink')
  const changed = useInvalidateForms()
  return useMutation({
    mutationFn: ({ contact, codeByText }: { contact: Contact; codeByText: boolean }) =>
      api.form.sendSignLink({ clientId, id, contactId: contact.id, codeByText, confirmed: contact.warnings }),
    onSuccess: ({ code }, { contact }) => {
      toast.success(t(code ? 'sent' : 'sentBoth'))
      onSent(code ? { name: contact.name, code } : null)
    },
    onSettled: () => void changed(),
  })
}

const codes = [
  'ILLEGAL_TRANSITION',
  'NOT_FOR_GUARDIANS',
  'NO_CONTACT',
  'NO_EMAIL',
  'NO_TEXT',
  'SAME_ADDRESS',
  'UNCONFIRMED',
] as const

/** Returns a function that returns the text for a link that was not sent. */
function useSignLinkRefusal() {
  const { t } = useTranslation('signLink')
  const general = useErrorMessage()
  return (error: unknown): string => {
    const known = codes.find((code) => code === errorCode(error))
    const firstName = refusalData<{ firstName: string }>(error, 'SAME_ADDRESS')?.firstName ?? ''
    return known ? t(`refused.${known}`, { firstName }) : (general(error) ?? '')
  }
}
