import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionView } from '../api/types';
import { DecisionBar } from '../decide/DecisionBar';
import { Arguments } from './Arguments';
import { Changes } from './Changes';
import { Claim } from './Claim';
import { Effect } from './Effect';
import { createEvidenceGate, EvidenceGateContext } from './evidence-gate';
import { LostAnswer } from './LostAnswer';
import { Outcome } from './Outcome';
import { Quorum } from './Quorum';
import { RequestHead } from './RequestHead';
import classes from './RequestPage.module.css';
import { RiskBanner } from './RiskBanner';
import { Similar } from './Similar';
import { Timeline } from './Timeline';
import { useEvidenceShortcuts } from './use-evidence-shortcuts';
import { Who } from './Who';

/** The order is part of the product: what it is and does first, how it was asked for next, the decision last. */
export function Evidence({ action }: { action: ActionView }) {
  const { t } = useTranslation();
  const [gate] = useState(createEvidenceGate);
  const paper = useRef<HTMLDivElement>(null);
  useEvidenceShortcuts(action, paper);
  return (
    <EvidenceGateContext value={gate}>
      <article className={classes.request}>
        <RequestHead action={action} />
        <Outcome action={action} />
        <div ref={paper} className={classes.paper} role="group" aria-label={t('request.evidence')}>
          <RiskBanner action={action} />
          <Who action={action} />
          <Effect display={action.display} />
          <Arguments display={action.display} />
          <Changes action={action} />
          <LostAnswer action={action} />
          <Claim display={action.display} />
          <Similar action={action} />
          <Quorum action={action} />
          <Timeline action={action} />
        </div>
        <DecisionBar action={action} />
      </article>
    </EvidenceGateContext>
  );
}
