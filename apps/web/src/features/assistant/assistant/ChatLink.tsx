import type { ClientId } from '@attune/contract/common/ids'
import type { ButtonProps } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../../ui/base/ButtonLink.tsx'

type Props = Pick<ButtonProps, 'variant' | 'size'> & { clientId: ClientId; children: ReactNode }

/** The link to a new conversation with the assistant about a client. */
export function ChatLink({ clientId, children, ...buttonProps }: Props) {
  return (
    <ButtonLink
      {...buttonProps}
      leftSection={<IconSparkles size={16} aria-hidden />}
      to="/dashboard/therapist/assistant"
      search={{ client: clientId }}
    >
      {children}
    </ButtonLink>
  )
}
