import { useServerAddress } from '../../platform/api/use-server-address.ts'

type Props = { path: string; alt: string; className?: string | undefined }

/** Shows the picture at a path of the server, such as the logo of a business. */
export const ServerPicture = ({ path, alt, className }: Props) => (
  <img src={useServerAddress(path)} alt={alt} className={className} />
)
