import { textLengths } from '@attune/contract/common/text/lengths'
import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

type Props = Omit<TextInputProps, 'type' | 'label' | 'placeholder' | 'onChange'> & {
  label: string
  value: string
  onChange: (value: string) => void
  /** Whether the label is written above the field. By default, it is the placeholder. */
  showsLabel?: boolean
}

export const SearchField = ({ label, onChange, showsLabel = false, ...input }: Props) => (
  <TextInput
    type="search"
    maxLength={textLengths.search}
    {...(showsLabel ? { label } : { 'aria-label': label, placeholder: label })}
    leftSection={<IconSearch size={16} aria-hidden />}
    onChange={(event) => onChange(event.currentTarget.value)}
    {...input}
  />
)
