import type { GuardianRight } from '@attune/contract/features/people/guardian/guardian.rules'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Props = { guardianOf: { firstName: string; rights: GuardianRight[] }; therapist: string }

/** The list of the rights that an invited guardian will have. */
export function InvitedRights({ guardianOf: { firstName, rights }, therapist }: Props) {
  const { t } = useTranslation(['login', 'guardianRight'])
  if (rights.length === 0) {
    return (
      <Text size="sm" mt="md">
        {t('invitation.guardianNoRights', { therapist })}
      </Text>
    )
  }
  return (
    <>
      <Text size="sm" fw={550} mt="md" mb={6}>
        {t('invitation.guardianRights', { client: firstName })}
      </Text>
      <Text component="ul" size="sm" m={0} ps="lg">
        {rights.map((right) => (
          <li key={right}>{t(`guardianRight:name.${right}`)}</li>
        ))}
      </Text>
    </>
  )
}
