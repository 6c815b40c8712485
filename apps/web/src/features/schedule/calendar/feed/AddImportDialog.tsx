import { textLengths } from '@attune/contract/common/text/lengths'
import { isFilled } from '@attune/contract/common/text/text'
import { isReadableCalendarAddress } from '@attune/contract/features/schedule/calendar/calendar.rules'
import { Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../../platform/api/api.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { errorCode, reachedLimit } from '../../../../platform/api/errors.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { toast } from '../../../../ui/toast/toast.ts'

const refusals = ['NOT_AN_ADDRESS', 'LIMIT_REACHED'] as const
type Problems = { name?: boolean; address?: 'addressMissing' | 'addressWrong' }

type Props = { onAdded: () => void; onClose: () => void }

/**
 * Adds an external calendar by its secret address and reports whether it could be read. The address is never stored in
 * the browser, because it gives access to that calendar.
 */
export function AddImportDialog(props: Props) {
  const { t } = useTranslation('feeds')
  const errorText = useErrorMessage()
  const { name, setName, address, setAddress, problems, add, submit } = useImportForm(props)
  const refusal = refusals.find((code) => code === errorCode(add.error))
  return (
    <FormDialog
      wide
      onClose={props.onClose}
      title={t('adding.title')}
      submit={t('adding.submit')}
      back={t('adding.back')}
      busy={add.isPending}
      dirty={Boolean(name || address)}
      onSubmit={submit}
    >
      <TextInput
        label={t('adding.name')}
        placeholder={t('adding.nameExample')}
        value={name}
        maxLength={textLengths.calendarName}
        data-autofocus
        error={problems.name && t('adding.nameMissing')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('adding.address')}
        description={t('adding.addressHint')}
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={address}
        maxLength={textLengths.calendarAddress}
        error={problems.address && t(`adding.${problems.address}`)}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <AddressHelp />
      {add.isError && (
        <FormError>
          {refusal ? t(`refused.${refusal}`, { count: reachedLimit(add.error) }) : errorText(add.error)}
        </FormError>
      )}
    </FormDialog>
  )
}

/** Stores the fields of a new imported calendar, checks them and adds the calendar. */
function useImportForm({ onAdded, onClose }: Props) {
  const { t } = useTranslation('feeds')
  const [id] = useState(createId)
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const add = useMutation({
    mutationFn: (input: { name: string; address: string }) => api.calendar.addImport({ id, ...input }),
    onSuccess: (calendar) => {
      if (calendar.state === 'failing') toast.warning(t('imports.notRead', { name: calendar.name }))
      else toast.success(t('imports.read', { name: calendar.name, count: calendar.events }))
      onAdded()
      onClose()
    },
  })
  const submit = () => {
    const found: Problems = {
      ...(!isFilled(name) && { name: true }),
      ...(!isReadableCalendarAddress(address) && { address: isFilled(address) ? 'addressWrong' : 'addressMissing' }),
    }
    setProblems(found)
    if (Object.keys(found).length === 0) add.mutate({ name, address })
  }
  return { name, setName, address, setAddress, problems, add, submit }
}

/** Explains where Google, Apple and Outlook show a calendar's address, and what Attune does with the calendar. */
function AddressHelp() {
  const { t } = useTranslation('feeds')
  return (
    <>
      <Text size="sm" c="dimmed" component="div">
        {(['google', 'apple', 'outlook'] as const).map((program) => (
          <div key={program}>{t(`adding.where.${program}`)}</div>
        ))}
      </Text>
      <Text size="sm" c="dimmed">
        {t('adding.then')}
      </Text>
    </>
  )
}
