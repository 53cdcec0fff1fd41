import { NavLink } from 'react-router'
import { paths } from '../../base/paths.ts'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import classes from './OperatorHeader.module.css'

const PAGES = [
  { to: paths.operator(), label: 'Accounts' },
  { to: paths.operatorQueue(), label: 'Queue' },
  { to: paths.operatorHealth(), label: 'Health' },
  { to: paths.operatorActions(), label: 'Audit log' },
]

/** Header of the pages for operators, with their navigation. */
export function OperatorHeader(props: { description: string }) {
  return (
    <>
      <PageHeader title="Operator" description={props.description} />
      <nav aria-label="For operators">
        <ul className={classes.list}>
          {PAGES.map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} end className={classes.link}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
