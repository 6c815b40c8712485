import { Button, Stack, TextInput } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NativePort } from '../platform/native/port.ts'
import {
  checkPracticeAddress,
  fingerprint,
  type JoinedPractice,
  readPracticeAddress,
} from '../platform/native/connection/practice-address.ts'
import { SubmitButton } from '../ui/base/SubmitButton.tsx'
import { NativeFrame } from './NativeFrame.tsx'
import classes from './native.module.css'

type Props = {
  port: NativePort
  /** The practice's address in the link that opened the app; '' if there was none. */
  invited: string
  onJoin: (practice: JoinedPractice) => Promise<void>
}

/** Asks for the address of the practice, checks the address, and shows the practice's name before the app connects to it. */
export function JoinScreen({ port, invited, onJoin }: Props) {
  const { t } = useTranslation('native')
  const { address, setAddress, check, problem } = usePracticeCheck(port, invited)
  const scan = async () => {
    const found = await port.scan(t('join.scanHint'))
    if (found === null) return
    setAddress(found)
    check.mutate(found)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!check.isPending) check.mutate(address)
  }
  if (check.data?.kind === 'fine')
    return <FoundPractice practice={check.data.practice} onJoin={onJoin} onBack={() => check.reset()} />
  return (
    <NativeFrame title={t('join.title')} text={t('join.text')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md" mt="xl">
          <TextInput
            size="md"
            label={t('join.address')}
            placeholder="practice.example.org"
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            error={problem}
            inputMode="url"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <SubmitButton running={check.isPending} fullWidth>
            {t('join.check')}
          </SubmitButton>
          <Button size="md" variant="default" leftSection={<IconQrcode size={20} />} onClick={() => void scan()}>
            {t('join.scan')}
          </Button>
        </Stack>
      </form>
    </NativeFrame>
  )
}

/**
 * Returns the address, the mutation that parses and checks an address, and `problem`, a text that explains why the app cannot use the address.
 * Checks the address of an invitation at once.
 */
function usePracticeCheck(port: NativePort, invited: string) {
  const { t } = useTranslation('native')
  const [address, setAddress] = useState(invited)
  const check = useMutation({
    networkMode: 'always',
    mutationFn: async (text: string) => {
      const read = readPracticeAddress(text)
      return 'problem' in read
        ? { ...read, kind: read.problem }
        : { ...(await checkPracticeAddress(port, read.origin)), asked: read.origin }
    },
  })
  const { mutate } = check
  useEffect(() => {
    if (invited) mutate(invited)
  }, [invited, mutate])
  const change = (text: string) => {
    setAddress(text)
    check.reset()
  }
  const found = check.data
  if (check.error) return { address, setAddress: change, check, problem: t('join.problem.no-connection') }
  if (!found || found.kind === 'fine') return { address, setAddress: change, check, problem: null }
  const problem = t(`join.problem.${found.kind}`, { ...('origin' in found && { origin: found.origin }) })
  return { address, setAddress: change, check, problem }
}

function FoundPractice({
  practice,
  onJoin,
  onBack,
}: {
  practice: JoinedPractice
  onJoin: (practice: JoinedPractice) => Promise<void>
  onBack: () => void
}) {
  const { t } = useTranslation('native')
  const digits = useQuery({
    queryKey: ['fingerprint', practice.key],
    queryFn: () => fingerprint(practice.key),
    networkMode: 'always',
  }).data
  const join = useMutation({ mutationFn: () => onJoin(practice), networkMode: 'always' })
  const name = practice.name || new URL(practice.origin).host
  return (
    <NativeFrame title={t('found.title')} text={t('found.text')}>
      <dl className={classes.facts}>
        <div>
          <dt>{t('found.name')}</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>{t('found.address')}</dt>
          <dd>{practice.origin}</dd>
        </div>
        <div>
          <dt>{t('found.fingerprint')}</dt>
          <dd>
            <code>{digits}</code>
          </dd>
        </div>
      </dl>
      <Stack gap="md" mt="xl">
        <Button size="md" loading={join.isPending} onClick={() => join.mutate()}>
          {t('found.join')}
        </Button>
        <Button size="md" variant="default" onClick={onBack}>
          {t('found.back')}
        </Button>
      </Stack>
    </NativeFrame>
  )
}
