import { IconPhoto, IconTypography } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import classes from './AssetImage.module.css'
import type { Asset } from '../../api/library.ts'
import { assetPictureQuery } from '../../api/assets.ts'

/** Small picture of an asset. It is an `<img>`, in which scripts of an SVG do not run. */
export function AssetImage({ asset }: { asset: Asset }) {
  return asset.contentType.startsWith('image/') ? (
    <Picture asset={asset} />
  ) : (
    <IconTypography size={24} stroke={1.4} aria-label="Font" />
  )
}

function Picture({ asset }: { asset: Asset }) {
  const { data } = useQuery(assetPictureQuery(asset))
  if (data === undefined) return <IconPhoto size={24} stroke={1.4} aria-hidden />
  return <img src={data} alt="" className={classes.picture} />
}
