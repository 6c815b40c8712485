import { backupLimits } from '@attune/contract/features/practice/administration/administration.backups.rules'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BucketField, TypedDestination } from './destination-form.ts'
import { SecretInput } from '../../../../../ui/input/SecretInput.tsx'

type Props = {
  typed: TypedDestination
  wrong: readonly (keyof TypedDestination)[]
  onChange: (part: Partial<TypedDestination>) => void
}

const examples = {
  endpoint: 'https://s3.eu-central-1.amazonaws.com',
  region: 'eu-central-1',
  bucket: 'practice-backups',
  prefix: 'attune/',
} as const
const longest = { ...backupLimits, bucket: 63, accessKeyId: backupLimits.accessKey }

/** The fields of a bucket: the service, the bucket, and its keys. */
export function BucketFields({ typed, wrong, onChange }: Props) {
  const { t } = useTranslation('backupSetup')
  const field = (name: Exclude<BucketField, 'secretAccessKey'>, wrongText: string) => (
    <TextInput
      key={name}
      label={t(`destination.${name}`)}
      placeholder={name === 'accessKeyId' || wrong.includes(name) ? undefined : examples[name]}
      inputMode={name === 'endpoint' ? 'url' : 'text'}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={longest[name]}
      value={typed[name]}
      error={wrong.includes(name) && wrongText}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <>
      {field('endpoint', t('destination.endpointWrong'))}
      {field('region', t('destination.regionWrong'))}
      {field('bucket', t('destination.bucketWrong'))}
      {field('prefix', t('destination.prefixWrong'))}
      {field('accessKeyId', t('destination.keyWrong'))}
      <SecretInput
        label={t('destination.secretAccessKey')}
        description={t('destination.secretHint')}
        autoComplete="new-password"
        maxLength={backupLimits.accessKey}
        value={typed.secretAccessKey}
        error={wrong.includes('secretAccessKey') && t('destination.keyWrong')}
        onChange={(event) => onChange({ secretAccessKey: event.currentTarget.value })}
      />
    </>
  )
}
