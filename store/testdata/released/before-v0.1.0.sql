CREATE DOMAIN filled AS text
	CONSTRAINT filled_check CHECK ((VALUE <> ''::text));
CREATE DOMAIN flag AS bigint
	CONSTRAINT flag_check CHECK ((VALUE = ANY (ARRAY[(0)::bigint, (1)::bigint])));
CREATE TYPE mission_facts AS (
	state text,
	ended boolean,
	open_steps bigint,
	outcome text
);
CREATE DOMAIN mission_state AS text
	CONSTRAINT mission_state_check CHECK ((VALUE = ANY (ARRAY['planning'::text, 'in_progress'::text, 'paused'::text, 'completed'::text, 'partial'::text, 'failed'::text, 'cancelled'::text])));
CREATE DOMAIN natural_number AS bigint
	CONSTRAINT natural_number_check CHECK ((VALUE >= 0));
CREATE DOMAIN sound_mission AS mission_facts
	CONSTRAINT completed_whole CHECK ((((VALUE).state <> 'completed'::text) OR ((VALUE).open_steps = 0)))
	CONSTRAINT failed_with_outcome CHECK ((((VALUE).state <> ALL (ARRAY['partial'::text, 'failed'::text])) OR ((VALUE).outcome <> ''::text)))
	CONSTRAINT open_until_end CHECK ((((VALUE).state = ANY (ARRAY['planning'::text, 'in_progress'::text, 'paused'::text])) <> (VALUE).ended));
CREATE TYPE step_facts AS (
	state text,
	claimed boolean,
	ended boolean,
	timed boolean,
	held bigint,
	strikes bigint,
	result text,
	reviewed text,
	cause text
);
CREATE DOMAIN sound_step AS step_facts
	CONSTRAINT claimed_while_worked_on CHECK ((((VALUE).state = ANY (ARRAY['in_progress'::text, 'in_review'::text])) = (VALUE).claimed))
	CONSTRAINT completed_with_result CHECK ((((VALUE).state <> 'completed'::text) OR (btrim((VALUE).result, '	
 '::text) <> ''::text)))
	CONSTRAINT completed_with_review CHECK ((((VALUE).state <> 'completed'::text) OR ((VALUE).reviewed <> ''::text)))
	CONSTRAINT ended_at_end CHECK ((((VALUE).state = ANY (ARRAY['completed'::text, 'failed'::text, 'cancelled'::text])) = (VALUE).ended))
	CONSTRAINT ended_with_cause CHECK ((((VALUE).state <> ALL (ARRAY['failed'::text, 'cancelled'::text])) OR ((VALUE).cause <> ''::text)))
	CONSTRAINT held_until_a_time CHECK (((((VALUE).held & (4)::bigint) = 0) OR (VALUE).timed))
	CONSTRAINT pending_before_the_cap CHECK ((((VALUE).state <> 'pending'::text) OR ((VALUE).strikes < 3)));
CREATE DOMAIN step_depth AS text
	CONSTRAINT step_depth_check CHECK ((VALUE = ANY (ARRAY['simple'::text, 'standard'::text, 'deep'::text])));
CREATE DOMAIN step_kind AS text
	CONSTRAINT step_kind_check CHECK ((VALUE = ANY (ARRAY['research'::text, 'analysis'::text, 'strategy'::text, 'writing'::text, 'engineering'::text, 'creative'::text, 'simple'::text, 'assembly'::text])));
CREATE DOMAIN step_state AS text
	CONSTRAINT step_state_check CHECK ((VALUE = ANY (ARRAY['pending'::text, 'in_progress'::text, 'in_review'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])));
CREATE DOMAIN step_strikes AS bigint
	CONSTRAINT step_strikes_check CHECK (((VALUE >= 0) AND (VALUE <= 3)));
CREATE DOMAIN step_tier AS text
	CONSTRAINT step_tier_check CHECK ((VALUE = ANY (ARRAY['T0'::text, 'T1'::text, 'T2'::text, 'T3'::text])));
CREATE TABLE acceptances (
    mission_id text NOT NULL,
    project_id text NOT NULL,
    author text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE acks (
    message_id text NOT NULL,
    shown bigint DEFAULT 0 NOT NULL,
    CONSTRAINT acks_shown_check CHECK ((shown = ANY (ARRAY[(0)::bigint, (1)::bigint, (2)::bigint])))
);
CREATE TABLE agent_skills (
    agent_id text NOT NULL,
    skill text NOT NULL,
    used bigint NOT NULL,
    CONSTRAINT agent_skills_used_check CHECK ((used >= 1))
);
CREATE TABLE agents (
    id text NOT NULL,
    name text NOT NULL,
    role text NOT NULL,
    category text NOT NULL,
    team text DEFAULT ''::text NOT NULL,
    persona text NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    reviewer text DEFAULT ''::text NOT NULL,
    active bigint DEFAULT 1 NOT NULL,
    learned text DEFAULT ''::text NOT NULL,
    trained_at bigint DEFAULT 0 NOT NULL,
    hired_at bigint,
    hired_for text DEFAULT ''::text NOT NULL,
    CONSTRAINT agents_active_check CHECK ((active = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT agents_id_check CHECK ((id ~~ 'agent-_%'::text)),
    CONSTRAINT agents_persona_check CHECK ((persona <> ''::text)),
    CONSTRAINT agents_reviewer_check CHECK ((reviewer = ANY (ARRAY[''::text, 'qa'::text, 'lead'::text])))
);
CREATE TABLE alerts (
    id text NOT NULL,
    key text NOT NULL,
    signal text NOT NULL,
    project_id text NOT NULL,
    mission_id text,
    step_id text,
    confidence double precision NOT NULL,
    level text NOT NULL,
    body text NOT NULL,
    advice text DEFAULT ''::text NOT NULL,
    evidence text DEFAULT '[]'::text NOT NULL,
    remedy text DEFAULT ''::text NOT NULL,
    acted bigint DEFAULT 0 NOT NULL,
    verdict text DEFAULT ''::text NOT NULL,
    created_at bigint NOT NULL,
    CONSTRAINT alerts_acted_check CHECK ((acted = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT alerts_body_check CHECK ((body <> ''::text)),
    CONSTRAINT alerts_check CHECK (((acted = 0) OR ((level = 'high'::text) AND (remedy <> ''::text)))),
    CONSTRAINT alerts_confidence_check CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision))),
    CONSTRAINT alerts_level_check CHECK ((level = ANY (ARRAY['high'::text, 'medium'::text, 'low'::text]))),
    CONSTRAINT alerts_remedy_check CHECK ((remedy = ANY (ARRAY[''::text, 'requeue'::text, 'pause'::text, 'advise'::text]))),
    CONSTRAINT alerts_verdict_check CHECK ((verdict = ANY (ARRAY[''::text, 'right'::text, 'wrong'::text])))
);
CREATE TABLE approach_tags (
    tag text NOT NULL,
    agent_id text NOT NULL,
    step_id text NOT NULL
);
CREATE TABLE approaches (
    step_id text NOT NULL,
    agent_id text NOT NULL,
    body text NOT NULL,
    score double precision,
    rejected bigint NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE arrivals (
    project_id text NOT NULL,
    n bigint NOT NULL,
    state text NOT NULL,
    files bigint DEFAULT 0 NOT NULL,
    obstacle text DEFAULT ''::text NOT NULL,
    path text DEFAULT ''::text NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT arrivals_check CHECK (((state = 'left'::text) = (obstacle <> ''::text))),
    CONSTRAINT arrivals_state_check CHECK ((state = ANY (ARRAY['due'::text, 'there'::text, 'left'::text])))
);
CREATE TABLE attachments (
    message_id text NOT NULL,
    n bigint NOT NULL,
    name text NOT NULL,
    content_type text NOT NULL,
    size bigint NOT NULL,
    sha256 text NOT NULL,
    body text NOT NULL,
    note text DEFAULT ''::text NOT NULL
);
CREATE TABLE beats (
    name text NOT NULL,
    holder text NOT NULL,
    until bigint NOT NULL
);
CREATE TABLE blobs (
    sha256 text NOT NULL,
    size bigint NOT NULL,
    data bytea NOT NULL,
    CONSTRAINT blobs_sha256_check CHECK ((length(sha256) = 64))
);
CREATE TABLE calibrations (
    model text NOT NULL,
    kind text NOT NULL,
    good double precision NOT NULL,
    bad double precision NOT NULL,
    sound bigint NOT NULL,
    prompt text NOT NULL,
    n bigint NOT NULL,
    at bigint NOT NULL,
    good_met bigint DEFAULT 0 NOT NULL,
    good_asked bigint DEFAULT 0 NOT NULL,
    bad_met bigint DEFAULT 0 NOT NULL,
    bad_asked bigint DEFAULT 0 NOT NULL,
    CONSTRAINT calibrations_n_check CHECK ((n > 0)),
    CONSTRAINT calibrations_sound_check CHECK ((sound = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);
CREATE TABLE call_blocks (
    call_seq bigint NOT NULL,
    n bigint NOT NULL,
    name text NOT NULL,
    sha256 text NOT NULL
);
CREATE TABLE cap_stops (
    scope text NOT NULL,
    subject text NOT NULL,
    project_id text DEFAULT ''::text NOT NULL,
    asked bigint NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE caps (
    scope text NOT NULL,
    project_id text DEFAULT ''::text NOT NULL,
    kind text NOT NULL,
    amount bigint NOT NULL,
    set_at bigint NOT NULL,
    CONSTRAINT caps_amount_check CHECK ((amount > 0)),
    CONSTRAINT caps_kind_check CHECK ((kind = ANY (ARRAY['warn'::text, 'cap'::text]))),
    CONSTRAINT caps_scope_check CHECK ((scope = ANY (ARRAY['step'::text, 'mission'::text, 'day'::text, 'month'::text, 'project'::text]))),
    CONSTRAINT caps_whole_check CHECK (((scope <> 'project'::text) OR ((project_id <> ''::text) AND (kind = 'cap'::text))))
);
CREATE TABLE cards (
    project_id text NOT NULL,
    n bigint NOT NULL,
    opened_at bigint NOT NULL,
    said_at bigint NOT NULL,
    due_at bigint NOT NULL,
    marks bigint NOT NULL,
    body text NOT NULL
);
CREATE TABLE chat_marks (
    transport text NOT NULL,
    channel text NOT NULL,
    seen text NOT NULL,
    CONSTRAINT chat_marks_seen_check CHECK ((seen <> ''::text))
);
CREATE TABLE chat_notes (
    transport text NOT NULL,
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE checkpoints (
    step_id text NOT NULL,
    round bigint NOT NULL,
    stage text NOT NULL,
    seq bigint NOT NULL,
    input_hash text NOT NULL,
    output text NOT NULL,
    fence bigint NOT NULL,
    at bigint NOT NULL,
    setup text DEFAULT ''::text NOT NULL
);
CREATE TABLE citations (
    step_id text NOT NULL,
    n bigint NOT NULL,
    claim text NOT NULL,
    quote text NOT NULL,
    document_id text NOT NULL,
    title text NOT NULL,
    url text NOT NULL,
    start bigint NOT NULL,
    stop bigint NOT NULL,
    passage text NOT NULL,
    fetched_at bigint NOT NULL,
    CONSTRAINT citations_check CHECK ((stop > start)),
    CONSTRAINT citations_claim_check CHECK ((claim <> ''::text)),
    CONSTRAINT citations_quote_check CHECK ((quote <> ''::text)),
    CONSTRAINT citations_start_check CHECK ((start >= 0))
);
CREATE TABLE code_offers (
    decision_id text NOT NULL,
    step_id text NOT NULL,
    base_sha text NOT NULL,
    patch text NOT NULL,
    said text NOT NULL,
    allowed bigint DEFAULT 0 NOT NULL,
    CONSTRAINT code_offers_allowed_check CHECK ((allowed = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT code_offers_base_sha_check CHECK ((base_sha <> ''::text))
);
CREATE TABLE code_steps (
    step_id text NOT NULL,
    patches text NOT NULL,
    base_sha text DEFAULT ''::text NOT NULL,
    tree text DEFAULT ''::text NOT NULL,
    patch text,
    files bigint DEFAULT 0 NOT NULL,
    added bigint DEFAULT 0 NOT NULL,
    deleted bigint DEFAULT 0 NOT NULL,
    red text DEFAULT ''::text NOT NULL,
    findings text DEFAULT '[]'::text NOT NULL,
    handle text DEFAULT ''::text NOT NULL,
    decision text DEFAULT ''::text NOT NULL,
    isolation text DEFAULT ''::text NOT NULL,
    CONSTRAINT code_steps_check CHECK (((tree = ''::text) = (patch IS NULL))),
    CONSTRAINT code_steps_isolation_check CHECK ((isolation = ANY (ARRAY[''::text, 'on'::text, 'off'::text])))
);
CREATE TABLE commands (
    transport text NOT NULL,
    channel text NOT NULL,
    origin text NOT NULL,
    author text NOT NULL,
    line text NOT NULL,
    message text DEFAULT ''::text NOT NULL,
    reply text,
    card text DEFAULT '{}'::text NOT NULL,
    at bigint NOT NULL,
    ended_at bigint,
    CONSTRAINT commands_check CHECK (((reply IS NULL) = (ended_at IS NULL)))
);
CREATE TABLE company (
    one bigint NOT NULL,
    working bigint NOT NULL,
    cap bigint NOT NULL,
    transport text NOT NULL,
    channel text NOT NULL,
    review_at bigint NOT NULL,
    changed_at bigint NOT NULL,
    CONSTRAINT company_cap_check CHECK ((cap > 0)),
    CONSTRAINT company_one_check CHECK ((one = 1)),
    CONSTRAINT company_working_check CHECK ((working = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);
CREATE TABLE counters (
    name text NOT NULL,
    n natural_number NOT NULL
);
CREATE TABLE curations (
    id text NOT NULL,
    n bigint NOT NULL,
    cluster text NOT NULL,
    before text NOT NULL,
    after text NOT NULL,
    ops text NOT NULL,
    refused text NOT NULL,
    at bigint NOT NULL,
    undone bigint DEFAULT 0 NOT NULL,
    CONSTRAINT curations_undone_check CHECK ((undone = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);
CREATE TABLE cursors (
    name text NOT NULL,
    seq bigint NOT NULL
);
CREATE TABLE deliverable_files (
    mission_id text NOT NULL,
    n bigint NOT NULL,
    name text NOT NULL,
    sha256 text NOT NULL,
    CONSTRAINT deliverable_files_name_check CHECK ((name <> ''::text))
);
CREATE TABLE deliverables (
    mission_id text NOT NULL,
    project_id text NOT NULL,
    title text NOT NULL,
    markdown text NOT NULL,
    html text NOT NULL,
    pdf text NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT deliverables_html_check CHECK ((html <> ''::text)),
    CONSTRAINT deliverables_markdown_check CHECK ((TRIM(BOTH FROM markdown) <> ''::text))
);
CREATE TABLE deliveries (
    seq bigint NOT NULL,
    id text NOT NULL,
    key text NOT NULL,
    transport text NOT NULL,
    channel text NOT NULL,
    project_id text,
    kind text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    state text NOT NULL,
    attempts bigint DEFAULT 0 NOT NULL,
    next_try bigint NOT NULL,
    claim_until bigint,
    receipt text DEFAULT ''::text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    created_at bigint NOT NULL,
    ended_at bigint,
    slot text DEFAULT ''::text NOT NULL,
    card text DEFAULT '{}'::text NOT NULL,
    hold_until bigint DEFAULT 0 NOT NULL,
    attention text DEFAULT ''::text NOT NULL,
    attended_at bigint DEFAULT 0 NOT NULL,
    claimed_by text,
    facts text DEFAULT ''::text NOT NULL,
    CONSTRAINT deliveries_attention_check CHECK ((attention = ANY (ARRAY[''::text, 'ping'::text, 'plain'::text, 'silent'::text, 'spent'::text]))),
    CONSTRAINT deliveries_check CHECK (((body <> ''::text) OR (title <> ''::text))),
    CONSTRAINT deliveries_check1 CHECK (((state <> 'sent'::text) OR (receipt <> ''::text))),
    CONSTRAINT deliveries_check2 CHECK (((state <> 'abandoned'::text) OR (reason <> ''::text))),
    CONSTRAINT deliveries_kind_check CHECK ((kind = ANY (ARRAY['reply'::text, 'plan'::text, 'phase'::text, 'result'::text, 'failure'::text, 'escalation'::text, 'notice'::text, 'line'::text, 'card'::text, 'money'::text, 'digest'::text]))),
    CONSTRAINT deliveries_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'abandoned'::text])))
);
ALTER TABLE deliveries ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME deliveries_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE delivery_files (
    delivery_id text NOT NULL,
    n bigint NOT NULL,
    name text NOT NULL,
    sha256 text NOT NULL
);
CREATE TABLE departments (
    id text NOT NULL,
    due_at bigint,
    review bigint DEFAULT 0 NOT NULL,
    fence bigint DEFAULT 0 NOT NULL,
    sittings bigint DEFAULT 0 NOT NULL,
    sat_at bigint,
    seen_hash text DEFAULT ''::text NOT NULL,
    CONSTRAINT departments_id_check CHECK ((id = ANY (ARRAY['business'::text, 'research'::text, 'tech'::text, 'management'::text, 'marketing'::text]))),
    CONSTRAINT departments_review_check CHECK ((review = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);
CREATE TABLE diagnoses (
    step_id text NOT NULL,
    round bigint NOT NULL,
    body text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE documents (
    id text NOT NULL,
    body text NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT documents_id_check CHECK ((length(id) = 64))
);
CREATE TABLE drafts (
    step_id text NOT NULL,
    round bigint NOT NULL,
    version bigint NOT NULL,
    body text NOT NULL,
    score double precision,
    must_fix bigint NOT NULL,
    chosen bigint NOT NULL,
    audit text NOT NULL,
    at bigint NOT NULL,
    points_met bigint DEFAULT 0 NOT NULL,
    points_asked bigint DEFAULT 0 NOT NULL,
    CONSTRAINT drafts_chosen_check CHECK ((chosen = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);
CREATE TABLE duties (
    name text NOT NULL,
    due_at bigint NOT NULL,
    last_at bigint,
    runs bigint DEFAULT 0 NOT NULL,
    error text DEFAULT ''::text NOT NULL
);
CREATE TABLE enter_codes (
    hash text NOT NULL,
    who text NOT NULL,
    via text NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE escalations (
    id text NOT NULL,
    project_id text NOT NULL,
    step_id text,
    body text NOT NULL,
    state text NOT NULL,
    answer text DEFAULT ''::text NOT NULL,
    created_at bigint NOT NULL,
    ended_at bigint,
    kind text DEFAULT 'question'::text NOT NULL,
    options text DEFAULT '[]'::text NOT NULL,
    safe text DEFAULT ''::text NOT NULL,
    words text DEFAULT ''::text NOT NULL,
    decided_by text DEFAULT ''::text NOT NULL,
    topic text DEFAULT 'strategic'::text NOT NULL,
    asked bigint DEFAULT 0 NOT NULL,
    asked_at bigint DEFAULT 0 NOT NULL,
    gate_id text DEFAULT ''::text NOT NULL,
    hunk text DEFAULT ''::text NOT NULL,
    asked_with text DEFAULT ''::text NOT NULL,
    CONSTRAINT escalations_asked_check CHECK ((asked >= 0)),
    CONSTRAINT escalations_body_check CHECK ((body <> ''::text)),
    CONSTRAINT escalations_check CHECK (((state = 'open'::text) = (ended_at IS NULL))),
    CONSTRAINT escalations_kind_check CHECK ((kind = ANY (ARRAY['question'::text, 'strikes'::text, 'plan'::text]))),
    CONSTRAINT escalations_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text]))),
    CONSTRAINT escalations_topic_check CHECK ((topic = ANY (ARRAY['budget'::text, 'strategic'::text, 'brand'::text, 'capability_gap'::text, 'ambiguity'::text])))
);
CREATE TABLE events (
    seq bigint NOT NULL,
    at bigint NOT NULL,
    kind text NOT NULL,
    message_id text,
    project_id text,
    mission_id text,
    step_id text,
    agent_id text,
    attempt bigint DEFAULT 0 NOT NULL,
    body filled NOT NULL,
    data text DEFAULT '{}'::text NOT NULL
);
ALTER TABLE events ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME events_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE gate_stops (
    gate_id text NOT NULL,
    place text NOT NULL,
    mission_id text NOT NULL,
    decision_id text NOT NULL,
    at bigint NOT NULL,
    passed_at bigint
);
CREATE TABLE gates (
    id text NOT NULL,
    project_id text NOT NULL,
    point text NOT NULL,
    subject text DEFAULT ''::text NOT NULL,
    name text NOT NULL,
    set_at bigint NOT NULL,
    ended_at bigint,
    CONSTRAINT gates_check CHECK (((point = 'post-step'::text) = (subject <> ''::text))),
    CONSTRAINT gates_name_check CHECK ((name <> ''::text)),
    CONSTRAINT gates_point_check CHECK ((point = ANY (ARRAY['post-planner'::text, 'post-step'::text, 'pre-assembly'::text, 'post-phase'::text])))
);
CREATE TABLE goose_db_version (
    id integer NOT NULL,
    version_id bigint NOT NULL,
    is_applied boolean NOT NULL,
    tstamp timestamp without time zone DEFAULT now() NOT NULL
);
ALTER TABLE goose_db_version ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME goose_db_version_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE guidance (
    project_id text NOT NULL,
    n bigint NOT NULL,
    step_id text,
    body text NOT NULL,
    author text NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT guidance_body_check CHECK ((body <> ''::text))
);
CREATE TABLE hours (
    hour bigint NOT NULL,
    calls bigint NOT NULL,
    ghosts bigint NOT NULL,
    cost bigint NOT NULL,
    unknown bigint NOT NULL,
    completed bigint NOT NULL,
    failed bigint NOT NULL,
    queue bigint NOT NULL,
    outbox bigint NOT NULL
);
CREATE TABLE identity (
    one bigint NOT NULL,
    product text NOT NULL,
    uid text NOT NULL,
    created_at bigint NOT NULL,
    CONSTRAINT identity_one_check CHECK ((one = 1)),
    CONSTRAINT identity_product_check CHECK ((product = 'frasier'::text))
);
CREATE TABLE identity_notes (
    id text NOT NULL,
    category text NOT NULL,
    body text NOT NULL,
    lesson_id text NOT NULL,
    forgotten bigint DEFAULT 0 NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT identity_notes_body_check CHECK ((body <> ''::text)),
    CONSTRAINT identity_notes_forgotten_check CHECK ((forgotten = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);
CREATE TABLE integration_steps (
    project_id text NOT NULL,
    n bigint NOT NULL,
    step_id text NOT NULL,
    parent_sha text NOT NULL,
    tree text NOT NULL,
    commit_sha text NOT NULL,
    patch text NOT NULL,
    message text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE integrations (
    project_id text NOT NULL,
    repository_id text NOT NULL,
    branch text NOT NULL,
    base_sha text NOT NULL,
    head_sha text NOT NULL,
    n bigint DEFAULT 0 NOT NULL,
    merging text,
    fence bigint DEFAULT 0 NOT NULL,
    push text DEFAULT ''::text NOT NULL,
    push_why text DEFAULT ''::text NOT NULL,
    push_at bigint DEFAULT 0 NOT NULL,
    CONSTRAINT integrations_branch_check CHECK ((branch <> ''::text)),
    CONSTRAINT integrations_push_check CHECK ((push = ANY (ARRAY[''::text, 'due'::text, 'there'::text, 'refused'::text])))
);
CREATE TABLE lesson_seen (
    lesson_id text NOT NULL,
    step_id text NOT NULL,
    mission_id text NOT NULL,
    project_id text NOT NULL
);
CREATE TABLE lessons (
    id text NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    body text NOT NULL,
    importance bigint NOT NULL,
    agent_id text,
    message_id text,
    step_id text,
    created_at bigint NOT NULL,
    trick bigint DEFAULT 0 NOT NULL,
    CONSTRAINT lessons_body_check CHECK ((body <> ''::text)),
    CONSTRAINT lessons_check CHECK (((kind <> 'directive'::text) OR (importance = 9))),
    CONSTRAINT lessons_importance_check CHECK (((importance >= 1) AND (importance <= 10))),
    CONSTRAINT lessons_kind_check CHECK ((kind = ANY (ARRAY['directive'::text, 'lesson'::text]))),
    CONSTRAINT lessons_state_check CHECK ((state = ANY (ARRAY['candidate'::text, 'active'::text, 'forgotten'::text]))),
    CONSTRAINT lessons_trick_check CHECK ((trick = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);
CREATE TABLE llm_calls (
    seq bigint NOT NULL,
    call_key text NOT NULL,
    try_no bigint NOT NULL,
    purpose text NOT NULL,
    project_id text,
    mission_id text,
    step_id text,
    agent_id text,
    round bigint NOT NULL,
    tier_asked text NOT NULL,
    tier text NOT NULL,
    model text NOT NULL,
    served text DEFAULT ''::text NOT NULL,
    provider text DEFAULT ''::text NOT NULL,
    generation text DEFAULT ''::text NOT NULL,
    finish text DEFAULT ''::text NOT NULL,
    state text NOT NULL,
    error text DEFAULT ''::text NOT NULL,
    reply text DEFAULT ''::text NOT NULL,
    tokens_in bigint DEFAULT 0 NOT NULL,
    tokens_out bigint DEFAULT 0 NOT NULL,
    cached bigint DEFAULT 0 NOT NULL,
    reasoning bigint DEFAULT 0 NOT NULL,
    cost bigint,
    cost_source text NOT NULL,
    ghost bigint DEFAULT 0 NOT NULL,
    deadline bigint NOT NULL,
    started_at bigint NOT NULL,
    ended_at bigint,
    reserve bigint DEFAULT 0 NOT NULL,
    day text DEFAULT ''::text NOT NULL,
    CONSTRAINT llm_calls_cached_check CHECK ((cached >= 0)),
    CONSTRAINT llm_calls_check CHECK (((cost IS NULL) = (cost_source = 'unknown'::text))),
    CONSTRAINT llm_calls_check1 CHECK (((state = 'pending'::text) = (ended_at IS NULL))),
    CONSTRAINT llm_calls_cost_check CHECK (((cost IS NULL) OR (cost >= 0))),
    CONSTRAINT llm_calls_cost_source_check CHECK ((cost_source = ANY (ARRAY['provider'::text, 'computed'::text, 'estimated'::text, 'free'::text, 'unknown'::text]))),
    CONSTRAINT llm_calls_ghost_check CHECK ((ghost = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT llm_calls_reasoning_check CHECK ((reasoning >= 0)),
    CONSTRAINT llm_calls_reserve_check CHECK ((reserve >= 0)),
    CONSTRAINT llm_calls_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'usable'::text, 'unusable'::text, 'failed'::text]))),
    CONSTRAINT llm_calls_tokens_in_check CHECK ((tokens_in >= 0)),
    CONSTRAINT llm_calls_tokens_out_check CHECK ((tokens_out >= 0)),
    CONSTRAINT llm_calls_try_no_check CHECK ((try_no >= 1))
);
ALTER TABLE llm_calls ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME llm_calls_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE memo_routes (
    kind text NOT NULL,
    sender text NOT NULL,
    recipient text NOT NULL
);
CREATE TABLE memories (
    id bigint NOT NULL,
    kind text NOT NULL,
    ref text NOT NULL,
    project_id text,
    title text NOT NULL,
    body text NOT NULL,
    at bigint NOT NULL,
    words tsvector,
    CONSTRAINT memories_kind_check CHECK ((kind = ANY (ARRAY['turn'::text, 'directive'::text, 'lesson'::text, 'document'::text])))
);
CREATE TABLE memos (
    seq bigint NOT NULL,
    id text NOT NULL,
    key text NOT NULL,
    kind text NOT NULL,
    sender text NOT NULL,
    recipient text NOT NULL,
    project_id text,
    reserved text,
    root text DEFAULT ''::text NOT NULL,
    reply_to text,
    hops bigint DEFAULT 0 NOT NULL,
    subject text NOT NULL,
    body text NOT NULL,
    data text DEFAULT '{}'::text NOT NULL,
    state text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    waits text,
    wake_at bigint,
    defers bigint DEFAULT 0 NOT NULL,
    tries bigint DEFAULT 0 NOT NULL,
    made_by text NOT NULL,
    settled_by text DEFAULT ''::text NOT NULL,
    expires_at bigint NOT NULL,
    created_at bigint NOT NULL,
    ended_at bigint,
    CONSTRAINT memos_body_check CHECK ((length(body) <= 2000)),
    CONSTRAINT memos_check CHECK (((project_id IS NULL) <> (reserved IS NULL))),
    CONSTRAINT memos_check1 CHECK (((state = ANY (ARRAY['open'::text, 'deferred'::text])) = (ended_at IS NULL))),
    CONSTRAINT memos_check2 CHECK (((state <> 'settled'::text) OR (settled_by <> ''::text))),
    CONSTRAINT memos_check3 CHECK (((state <> ALL (ARRAY['declined'::text, 'stuck'::text])) OR (reason <> ''::text))),
    CONSTRAINT memos_hops_check CHECK ((hops >= 0)),
    CONSTRAINT memos_state_check CHECK ((state = ANY (ARRAY['open'::text, 'deferred'::text, 'settled'::text, 'declined'::text, 'expired'::text, 'stuck'::text]))),
    CONSTRAINT memos_subject_check CHECK (((subject <> ''::text) AND (length(subject) <= 120)))
);
ALTER TABLE memos ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME memos_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE messages (
    seq bigint NOT NULL,
    id text NOT NULL,
    transport text NOT NULL,
    channel text NOT NULL,
    origin text NOT NULL,
    author text NOT NULL,
    body text NOT NULL,
    explicit bigint DEFAULT 0 NOT NULL,
    state text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    said_at bigint NOT NULL,
    received_at bigint NOT NULL,
    claimed_by text,
    claim_until bigint,
    crashes bigint DEFAULT 0 NOT NULL,
    replies_to text DEFAULT ''::text NOT NULL,
    cap bigint DEFAULT 0 NOT NULL,
    repository text DEFAULT ''::text NOT NULL,
    CONSTRAINT messages_cap_check CHECK ((cap >= 0)),
    CONSTRAINT messages_check CHECK (((state <> 'ignored'::text) OR (reason <> ''::text))),
    CONSTRAINT messages_crashes_check CHECK ((crashes >= 0)),
    CONSTRAINT messages_explicit_check CHECK ((explicit = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT messages_state_check CHECK ((state = ANY (ARRAY['received'::text, 'handled'::text, 'ignored'::text])))
);
ALTER TABLE messages ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME messages_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE migration_sums (
    version bigint NOT NULL,
    sum text NOT NULL,
    CONSTRAINT migration_sums_sum_check CHECK ((length(sum) = 64))
);
CREATE TABLE mission_roles (
    mission_id text NOT NULL,
    n bigint NOT NULL,
    title text NOT NULL,
    category text NOT NULL,
    why text NOT NULL,
    agent_id text NOT NULL
);
CREATE TABLE missions (
    id text NOT NULL,
    project_id text NOT NULL,
    seq natural_number NOT NULL,
    phase bigint NOT NULL,
    label text NOT NULL,
    state mission_state NOT NULL,
    planned flag DEFAULT 0 NOT NULL,
    outcome text DEFAULT ''::text NOT NULL,
    notes text DEFAULT '{}'::text NOT NULL,
    open_steps natural_number DEFAULT 0 NOT NULL,
    fence bigint DEFAULT 0 NOT NULL,
    claimed_by text,
    claim_until bigint,
    tries bigint DEFAULT 0 NOT NULL,
    run_after bigint DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    ended_at bigint,
    plans natural_number DEFAULT 0 NOT NULL,
    again text DEFAULT ''::text NOT NULL,
    gated flag DEFAULT 0 NOT NULL,
    CONSTRAINT missions_sound CHECK (((ROW((state)::text, (ended_at IS NOT NULL), (open_steps)::bigint, outcome))::sound_mission IS NOT NULL))
);
CREATE TABLE model_traits (
    endpoint text NOT NULL,
    model text NOT NULL,
    trait text NOT NULL,
    value bigint NOT NULL,
    said text NOT NULL,
    learnt_at bigint NOT NULL
);
CREATE TABLE personas (
    agent_id text NOT NULL,
    version bigint NOT NULL,
    body text NOT NULL,
    why text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE phases (
    project_id text NOT NULL,
    idx bigint NOT NULL,
    label text NOT NULL,
    task text DEFAULT ''::text NOT NULL,
    CONSTRAINT phases_idx_check CHECK ((idx >= 0))
);
CREATE TABLE pictures (
    mission_id text NOT NULL,
    sha256 text NOT NULL,
    seq bigint NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE policies (
    name text NOT NULL,
    value text NOT NULL,
    changed_at bigint NOT NULL
);
CREATE TABLE project_documents (
    project_id text NOT NULL,
    n bigint NOT NULL,
    document_id text NOT NULL,
    title text NOT NULL,
    url text NOT NULL,
    fetched_at bigint NOT NULL
);
CREATE TABLE project_links (
    project_id text NOT NULL,
    url text NOT NULL,
    n bigint NOT NULL
);
CREATE TABLE projects (
    id text NOT NULL,
    message_id text NOT NULL,
    transport text NOT NULL,
    channel text NOT NULL,
    title text NOT NULL,
    goal text NOT NULL,
    state text NOT NULL,
    outcome text DEFAULT ''::text NOT NULL,
    mode text NOT NULL,
    depth text NOT NULL,
    single bigint DEFAULT 0 NOT NULL,
    offline bigint DEFAULT 0 NOT NULL,
    phase bigint DEFAULT 0 NOT NULL,
    roadmap text DEFAULT ''::text NOT NULL,
    roadmap_notes text DEFAULT '[]'::text NOT NULL,
    calls bigint DEFAULT 0 NOT NULL,
    bad_replies bigint DEFAULT 0 NOT NULL,
    bad_since bigint,
    answered bigint DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    ended_at bigint,
    reopened bigint DEFAULT 0 NOT NULL,
    replans bigint DEFAULT 0 NOT NULL,
    template text DEFAULT ''::text NOT NULL,
    pruned_at bigint DEFAULT 0 NOT NULL,
    repository_id text,
    opened_by text DEFAULT ''::text NOT NULL,
    for_memo text DEFAULT ''::text NOT NULL,
    health text DEFAULT ''::text NOT NULL,
    paused_by text DEFAULT ''::text NOT NULL,
    resumed_at bigint DEFAULT 0 NOT NULL,
    archived_at bigint DEFAULT 0 NOT NULL,
    CONSTRAINT projects_answered_check CHECK ((answered = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT projects_check CHECK (((state = ANY (ARRAY['active'::text, 'paused'::text])) = (ended_at IS NULL))),
    CONSTRAINT projects_check1 CHECK (((state <> ALL (ARRAY['partial'::text, 'failed'::text])) OR (outcome <> ''::text))),
    CONSTRAINT projects_depth_check CHECK ((depth = ANY (ARRAY['simple'::text, 'standard'::text, 'deep'::text]))),
    CONSTRAINT projects_mode_check CHECK ((mode = ANY (ARRAY['research'::text, 'content'::text, 'operations'::text]))),
    CONSTRAINT projects_offline_check CHECK ((offline = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT projects_reopened_check CHECK ((reopened >= 0)),
    CONSTRAINT projects_replans_check CHECK ((replans >= 0)),
    CONSTRAINT projects_single_check CHECK ((single = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT projects_state_check CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'completed'::text, 'partial'::text, 'failed'::text, 'cancelled'::text]))),
    CONSTRAINT projects_template_check CHECK ((template = ANY (ARRAY[''::text, 'report'::text, 'guide'::text, 'brief'::text, 'kit'::text]))),
    CONSTRAINT projects_title_check CHECK ((title <> ''::text))
);
CREATE TABLE prompt_blocks (
    sha256 text NOT NULL,
    size bigint NOT NULL,
    body bytea NOT NULL,
    CONSTRAINT prompt_blocks_size_check CHECK ((size >= 0))
);
CREATE TABLE publications (
    project_id text NOT NULL,
    version bigint NOT NULL,
    done bigint NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE readings (
    message_id text NOT NULL,
    n bigint NOT NULL,
    sense text NOT NULL,
    state text NOT NULL,
    until bigint NOT NULL,
    run_after bigint DEFAULT 0 NOT NULL,
    tries bigint DEFAULT 0 NOT NULL,
    claimed_by text,
    claim_until bigint,
    CONSTRAINT readings_sense_check CHECK ((sense = ANY (ARRAY['picture'::text, 'sound'::text]))),
    CONSTRAINT readings_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text])))
);
CREATE TABLE rejections (
    step_id text NOT NULL,
    round bigint NOT NULL,
    reviewer text NOT NULL,
    feedback text NOT NULL,
    at bigint NOT NULL,
    agent_id text
);
CREATE TABLE replay_steps (
    replay_id text NOT NULL,
    n bigint NOT NULL,
    project_id text NOT NULL,
    step_id text NOT NULL,
    stage text NOT NULL,
    why text NOT NULL,
    quotes_was bigint NOT NULL,
    quotes bigint NOT NULL,
    findings_was bigint NOT NULL,
    findings bigint NOT NULL,
    score_was double precision NOT NULL,
    score double precision NOT NULL,
    words_was bigint NOT NULL,
    words bigint NOT NULL,
    cost_was bigint NOT NULL,
    cost bigint NOT NULL,
    points_met_was bigint DEFAULT 0 NOT NULL,
    points_asked_was bigint DEFAULT 0 NOT NULL,
    points_met bigint DEFAULT 0 NOT NULL,
    points_asked bigint DEFAULT 0 NOT NULL
);
CREATE TABLE replays (
    id text NOT NULL,
    seq bigint NOT NULL,
    projects bigint NOT NULL,
    spent bigint NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE repositories (
    id text NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    source text NOT NULL,
    machine text NOT NULL,
    default_ref text NOT NULL,
    checks text NOT NULL,
    created_at bigint NOT NULL,
    policy text DEFAULT '{}'::text NOT NULL,
    removed bigint DEFAULT 0 NOT NULL,
    CONSTRAINT repositories_kind_check CHECK ((kind = ANY (ARRAY['path'::text, 'folder'::text, 'url'::text]))),
    CONSTRAINT repositories_name_check CHECK ((name <> ''::text))
);
CREATE TABLE repository_requests (
    source text NOT NULL,
    transport text NOT NULL,
    channel text NOT NULL,
    name text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE reserved_projects (
    id text NOT NULL,
    CONSTRAINT reserved_projects_id_check CHECK ((id = ANY (ARRAY['platform-reserved'::text, 'org-ops-reserved'::text])))
);
CREATE TABLE reviews (
    step_id text NOT NULL,
    round bigint NOT NULL,
    role text NOT NULL,
    reviewer text NOT NULL,
    pass bigint NOT NULL,
    findings text NOT NULL,
    model text NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT reviews_pass_check CHECK ((pass = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);
CREATE TABLE roadmap_edges (
    project_id text NOT NULL,
    item text NOT NULL,
    needs text NOT NULL,
    CONSTRAINT roadmap_edges_check CHECK ((item <> needs))
);
CREATE TABLE roadmap_items (
    project_id text NOT NULL,
    item text NOT NULL,
    n bigint NOT NULL,
    mission bigint NOT NULL,
    phase bigint NOT NULL,
    body text NOT NULL,
    done bigint NOT NULL,
    CONSTRAINT roadmap_items_done_check CHECK ((done = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);
CREATE TABLE schedules (
    id text NOT NULL,
    project_id text NOT NULL,
    spec text NOT NULL,
    zone text NOT NULL,
    missed text NOT NULL,
    due_at bigint,
    last_at bigint,
    runs bigint DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    ended_at bigint,
    CONSTRAINT schedules_check CHECK (((due_at IS NULL) = (ended_at IS NOT NULL))),
    CONSTRAINT schedules_missed_check CHECK ((missed = ANY (ARRAY['once'::text, 'skip'::text]))),
    CONSTRAINT schedules_spec_check CHECK ((spec <> ''::text))
);
CREATE TABLE seals (
    seq bigint NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT seals_hash_check CHECK ((length(hash) = 32))
);
CREATE TABLE search_months (
    month text NOT NULL,
    asked bigint NOT NULL,
    CONSTRAINT search_months_asked_check CHECK ((asked >= 0)),
    CONSTRAINT search_months_month_check CHECK ((length(month) = 7))
);
CREATE TABLE searches (
    project_id text NOT NULL,
    query text NOT NULL,
    provider text NOT NULL,
    step_id text NOT NULL,
    hits text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE sessions (
    id text NOT NULL,
    hash text NOT NULL,
    who text NOT NULL,
    via text NOT NULL,
    created_at bigint NOT NULL,
    used_at bigint NOT NULL
);
CREATE TABLE setups (
    id text NOT NULL,
    body text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE shares (
    project_id text NOT NULL,
    address text NOT NULL,
    cost bigint NOT NULL,
    listed bigint NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE sittings (
    department text NOT NULL,
    n bigint NOT NULL,
    mode text NOT NULL,
    state text NOT NULL,
    fault text DEFAULT ''::text NOT NULL,
    summary text DEFAULT ''::text NOT NULL,
    deeds text DEFAULT '[]'::text NOT NULL,
    memos text DEFAULT '[]'::text NOT NULL,
    input_hash text NOT NULL,
    at bigint NOT NULL,
    shown text DEFAULT ''::text NOT NULL,
    answer text DEFAULT ''::text NOT NULL,
    setup text DEFAULT ''::text NOT NULL,
    CONSTRAINT sittings_check CHECK (((state = 'aborted'::text) = (fault <> ''::text))),
    CONSTRAINT sittings_mode_check CHECK ((mode = ANY (ARRAY['director'::text, 'ceo'::text]))),
    CONSTRAINT sittings_n_check CHECK ((n > 0)),
    CONSTRAINT sittings_state_check CHECK ((state = ANY (ARRAY['done'::text, 'idle'::text, 'aborted'::text])))
);
CREATE TABLE sizes (
    day text NOT NULL,
    bytes bigint NOT NULL
);
CREATE TABLE skill_files (
    skill text NOT NULL,
    path text NOT NULL,
    sha256 text NOT NULL,
    CONSTRAINT skill_files_path_check CHECK ((path <> ''::text))
);
CREATE TABLE skills (
    name text NOT NULL,
    description text NOT NULL,
    vetted text NOT NULL,
    added_at bigint NOT NULL,
    CONSTRAINT skills_description_check CHECK ((description <> ''::text)),
    CONSTRAINT skills_name_check CHECK ((name <> ''::text)),
    CONSTRAINT skills_vetted_check CHECK ((vetted <> ''::text))
);
CREATE TABLE spending (
    scope text NOT NULL,
    subject text NOT NULL,
    project_id text DEFAULT ''::text NOT NULL,
    known bigint DEFAULT 0 NOT NULL,
    held bigint DEFAULT 0 NOT NULL,
    warned bigint DEFAULT 0 NOT NULL,
    estimate bigint DEFAULT 0 NOT NULL,
    changes bigint DEFAULT 0 NOT NULL,
    CONSTRAINT spending_estimate_check CHECK ((estimate >= 0)),
    CONSTRAINT spending_scope_check CHECK ((scope = ANY (ARRAY['step'::text, 'mission'::text, 'day'::text, 'month'::text]))),
    CONSTRAINT spending_subject_check CHECK ((subject <> ''::text))
);
CREATE TABLE stages (
    subject text NOT NULL,
    round bigint NOT NULL,
    n bigint NOT NULL,
    stage text NOT NULL,
    seq bigint NOT NULL,
    output text NOT NULL,
    at bigint NOT NULL,
    setup text DEFAULT ''::text NOT NULL,
    CONSTRAINT stages_n_check CHECK ((n >= 0)),
    CONSTRAINT stages_output_check CHECK ((output <> ''::text)),
    CONSTRAINT stages_round_check CHECK ((round >= 0)),
    CONSTRAINT stages_seq_check CHECK ((seq >= 0)),
    CONSTRAINT stages_stage_check CHECK ((stage <> ''::text)),
    CONSTRAINT stages_subject_check CHECK ((subject <> ''::text))
);
CREATE TABLE steering (
    project_id text NOT NULL,
    message_id text NOT NULL,
    body text NOT NULL,
    at bigint NOT NULL,
    step_id text
);
CREATE TABLE step_dependencies (
    step_id text NOT NULL,
    depends_on text NOT NULL,
    soft bigint DEFAULT 0 NOT NULL,
    CONSTRAINT step_dependencies_check CHECK ((step_id <> depends_on)),
    CONSTRAINT step_dependencies_soft_check CHECK ((soft = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);
CREATE TABLE step_documents (
    step_id text NOT NULL,
    n bigint NOT NULL,
    url text NOT NULL,
    document_id text,
    failure text DEFAULT ''::text NOT NULL,
    title text NOT NULL,
    site text NOT NULL,
    origin text NOT NULL,
    published text NOT NULL,
    thin bigint NOT NULL,
    fetched_at bigint NOT NULL,
    retries bigint DEFAULT 0 NOT NULL,
    cited text DEFAULT ''::text NOT NULL,
    CONSTRAINT step_documents_check CHECK (((document_id IS NULL) = (failure <> ''::text))),
    CONSTRAINT step_documents_origin_check CHECK ((origin = ANY (ARRAY['attachment'::text, 'corpus'::text, 'web'::text, 'link'::text, 'step'::text]))),
    CONSTRAINT step_documents_retries_check CHECK ((retries >= 0)),
    CONSTRAINT step_documents_thin_check CHECK ((thin = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT step_documents_url_check CHECK ((url <> ''::text))
);
CREATE TABLE step_ends (
    step_id text NOT NULL
);
CREATE TABLE steps (
    seq bigint NOT NULL,
    id text NOT NULL,
    mission_id text NOT NULL,
    project_id text NOT NULL,
    key filled NOT NULL,
    item text,
    title filled NOT NULL,
    goal text NOT NULL,
    kind step_kind NOT NULL,
    depth step_depth NOT NULL,
    role text NOT NULL,
    category text NOT NULL,
    agent_id text NOT NULL,
    tier step_tier NOT NULL,
    phase bigint NOT NULL,
    grp bigint NOT NULL,
    final flag NOT NULL,
    critical flag NOT NULL,
    entities text NOT NULL,
    acceptance text NOT NULL,
    state step_state NOT NULL,
    open_deps natural_number DEFAULT 0 NOT NULL,
    held natural_number DEFAULT 0 NOT NULL,
    run_after bigint,
    priority bigint DEFAULT 0 NOT NULL,
    strikes step_strikes DEFAULT 0 NOT NULL,
    attempt bigint DEFAULT 0 NOT NULL,
    crashes bigint DEFAULT 0 NOT NULL,
    fence bigint DEFAULT 0 NOT NULL,
    claimed_by text,
    claim_until bigint,
    stage text DEFAULT ''::text NOT NULL,
    result text DEFAULT ''::text NOT NULL,
    digest text DEFAULT ''::text NOT NULL,
    score double precision,
    reviewed text DEFAULT ''::text NOT NULL,
    served text DEFAULT ''::text NOT NULL,
    cause text DEFAULT ''::text NOT NULL,
    cause_step text,
    created_at bigint NOT NULL,
    started_at bigint,
    ended_at bigint,
    rounds natural_number DEFAULT 0 NOT NULL,
    superseded flag DEFAULT 0 NOT NULL,
    advice text DEFAULT ''::text NOT NULL,
    claimed_at bigint,
    put_back_at bigint,
    grave bigint DEFAULT 0 NOT NULL,
    instead text DEFAULT ''::text NOT NULL,
    points_met bigint DEFAULT 0 NOT NULL,
    points_asked bigint DEFAULT 0 NOT NULL,
    CONSTRAINT steps_grave_check CHECK ((grave = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT steps_sound CHECK (((ROW((state)::text, (claimed_by IS NOT NULL), (ended_at IS NOT NULL), (run_after IS NOT NULL), (held)::bigint, (strikes)::bigint, result, reviewed, cause))::sound_step IS NOT NULL))
);
ALTER TABLE steps ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME steps_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE threads (
    project_id text NOT NULL,
    transport text NOT NULL,
    channel text NOT NULL,
    thread text NOT NULL,
    starter text DEFAULT ''::text NOT NULL,
    muted bigint DEFAULT 0 NOT NULL,
    opened_at bigint NOT NULL,
    CONSTRAINT threads_muted_check CHECK ((muted = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT threads_thread_check CHECK ((thread <> ''::text))
);
CREATE TABLE tokens (
    name text NOT NULL,
    hash text NOT NULL,
    acts bigint NOT NULL,
    created_at bigint NOT NULL,
    used_at bigint NOT NULL
);
CREATE TABLE traffic (
    day text NOT NULL,
    kind text NOT NULL,
    project_id text NOT NULL,
    requests bigint DEFAULT 0 NOT NULL,
    sent bigint DEFAULT 0 NOT NULL,
    received bigint DEFAULT 0 NOT NULL,
    CONSTRAINT traffic_day_check1 CHECK ((day <> ''::text)),
    CONSTRAINT traffic_kind_check1 CHECK ((kind = ANY (ARRAY['model'::text, 'search'::text, 'web'::text, 'chat'::text])))
);
CREATE TABLE trials (
    step_id text NOT NULL,
    round bigint NOT NULL,
    phase text NOT NULL,
    n bigint NOT NULL,
    name text NOT NULL,
    tree text NOT NULL,
    exit bigint NOT NULL,
    reason text NOT NULL,
    passed bigint NOT NULL,
    skipped bigint NOT NULL,
    failing text NOT NULL,
    missing text NOT NULL,
    tail text NOT NULL,
    ms bigint NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT trials_phase_check CHECK ((phase = ANY (ARRAY['before'::text, 'red'::text, 'green'::text, 'merged'::text])))
);
CREATE TABLE turn_tags (
    tag text NOT NULL,
    message_id text NOT NULL
);
CREATE TABLE turns (
    message_id text NOT NULL,
    class text NOT NULL,
    confidence double precision NOT NULL,
    title text NOT NULL,
    evidence text NOT NULL,
    rules text NOT NULL,
    structural bigint NOT NULL,
    command text NOT NULL,
    model text NOT NULL,
    ghost bigint NOT NULL,
    tag text NOT NULL,
    route text NOT NULL,
    reply text NOT NULL,
    tags text NOT NULL,
    project_id text,
    steers text,
    at bigint NOT NULL,
    CONSTRAINT turns_class_check CHECK ((class = ANY (ARRAY[''::text, 'casual'::text, 'simple_task'::text, 'full_project'::text]))),
    CONSTRAINT turns_confidence_check CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision))),
    CONSTRAINT turns_ghost_check CHECK ((ghost = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT turns_route_check CHECK ((route = ANY (ARRAY['RESPONSE'::text, 'PROPOSAL'::text, 'NEW_PROJECT'::text]))),
    CONSTRAINT turns_structural_check CHECK ((structural = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT turns_tag_check CHECK ((tag = ANY (ARRAY[''::text, 'RESPONSE'::text, 'PROPOSAL'::text, 'NEW_PROJECT'::text])))
);
CREATE TABLE workers (
    holder text NOT NULL,
    role text NOT NULL,
    seen bigint NOT NULL
);
INSERT INTO agents VALUES
	('agent-beacon', 'Beacon', 'Head of Growth', 'growth', 'team-growth', 'You are Beacon, the office''s Head of Growth, an expert with long practice. You do the work yourself and hand in the finished piece; nobody does it after you. You find the first customers and the next ones, and the price that they pay.
How you work: segment, message, channel, number. Name where the first hundred customers are found, what they are told there and what it costs to reach one, from published benchmarks with their dates. Prefer one channel worked through to five named.
You always ask: Who has this problem this week? What do they use today? What does a customer cost and bring? Which channel suits the price? How is it measured?
Quality that you hold yourself to: every claim has a source or a reason; every figure has a unit and a date; every recommendation has a criterion; every gap is named. You would put your name under it.
- Execution: read the criteria first and again at the end; do the part that may fail before the part that is easy; finish one criterion before the next; keep a list of what is open; hand in the piece, not a report about it.
Your reply is the work. It is not about the work.', 1, '', 1, '', 0, NULL, ''),
	('agent-chief', 'Frasier', 'Chief of Staff', 'chief', 'team-office', 'You are Frasier, the founder''s chief of staff, and you have run offices like this one for twenty years. You decide who works on what, you hold the work together, and nothing leaves the office that you have not looked at. You act; you do not ask for leave to act. You ask the founder only about money beyond a cap, a strategic choice with two readings, the company''s name in public, or an ability that nobody here has.
North star: $20k a month in revenue. Of two ways to do a thing, take the one that brings it nearer.
How you work: hear what the founder wants, not only what was said. Split it by result, one owner each, in parallel where nothing is in the way. Keep promises small and dates honest. Bad news comes first and with the next move. Speak plainly, warmly, briefly.
You always ask: What does the founder decide with this? What is the riskiest assumption? What can start now? What agrees with nothing else in the project? What would embarrass us in public?
Quality that you hold yourself to: every claim has a source or a reason; every figure has a unit and a date; every recommendation has a criterion; every gap is named. You would put your name under it.
- Design before building: settle purpose, users, constraints and what is out of scope; weigh two or three real alternatives; decide and write down why; let another person look for the assumption that would sink it; only then build.
- Parallel work: send out together only what shares nothing; give each its own list, the same columns and the same definitions; cap each at four things; merge in one step that checks for gaps, doubles and contradictions.
- Coordination: split by result and not by activity; one owner each; parallel unless a result is needed; write down what each hands to the next; merge in a step of its own; when one part fails, keep the rest going and say what is missing.
- Execution: read the criteria first and again at the end; do the part that may fail before the part that is easy; finish one criterion before the next; keep a list of what is open; hand in the piece, not a report about it.
- Plans: start from testable requirements; each step has one result, one owner, exact inputs, and criteria that can be checked; nothing is "as appropriate"; the order follows need and risk; the last step makes the deliverable.
Your reply is the work. It is not about the work.', 1, 'lead', 1, '', 0, NULL, ''),
	('agent-folio', 'Folio', 'Head of Knowledge', 'knowledge', 'team-knowledge', 'You are Folio, the office''s Head of Knowledge, an expert with long practice. You do the work yourself and hand in the finished piece; nobody does it after you. You turn what the office has learned into documents that others can work by.
How you work: one subject, one place, one owner for each fact. Sort by what the reader wants to do, not by where it came from. Keep the date and the origin with each statement, mark what is superseded, and put definitions where the word is first needed.
You always ask: Who looks for this, and under which word? What is said twice and differently? What has gone out of date? What is known here and written nowhere? What may be thrown away?
Few things done fully: one subject that is complete beats ten that are begun.
Quality that you hold yourself to: every claim has a source or a reason; every figure has a unit and a date; every recommendation has a criterion; every gap is named. You would put your name under it.
- Execution: read the criteria first and again at the end; do the part that may fail before the part that is easy; finish one criterion before the next; keep a list of what is open; hand in the piece, not a report about it.
Your reply is the work. It is not about the work.', 1, '', 1, '', 0, NULL, ''),
	('agent-forge', 'Forge', 'Head of Engineering', 'engineering', 'team-engineering', 'You are Forge, the office''s Head of Engineering, an expert with long practice. You do the work yourself and hand in the finished piece; nobody does it after you. You design and write what gets built, and the tests that prove it.
How you work: requirements first, as statements that a test can fail. Then the smallest design that meets them: data, interfaces, errors, limits, what happens when a part is down. Prefer what is known to work to what is new. Code is complete, compiles in the reader''s head, and comes with the tests that would prove it.
You always ask: What happens twice, late, empty, huge, at the same time? What is stored and what is lost? What can a stranger send? How is it undone? What is the simplest thing that could be left out?
Quality that you hold yourself to: every claim has a source or a reason; every figure has a unit and a date; every recommendation has a criterion; every gap is named. You would put your name under it.
- Execution: read the criteria first and again at the end; do the part that may fail before the part that is easy; finish one criterion before the next; keep a list of what is open; hand in the piece, not a report about it.
- Plans: start from testable requirements; each step has one result, one owner, exact inputs, and criteria that can be checked; nothing is "as appropriate"; the order follows need and risk; the last step makes the deliverable.
Your reply is the work. It is not about the work.', 1, '', 1, '', 0, NULL, ''),
	('agent-plumb', 'Plumb', 'Head of Quality', 'quality', 'team-quality', 'You are Plumb, the office''s Head of Quality, an expert with long practice. You do the work yourself and hand in the finished piece; nobody does it after you. You check the work of others against its criteria and its sources, and you are believed because you show the place.
How you work: you look for what is wrong, with evidence. Each criterion is answered with the words that decide, each figure is compared with its source, each promise with the result. A pass without a quotation is a failure. You never soften a finding and you never invent one.
You always ask: Where does it say so? What was asked for and is not here? Which number stands nowhere? What would the reader misunderstand? Does the test fail without the change?
Few things done fully: take the criteria in their order and finish each before the next.
Quality that you hold yourself to: every claim has a source or a reason; every figure has a unit and a date; every recommendation has a criterion; every gap is named. You would put your name under it.
- Execution: read the criteria first and again at the end; do the part that may fail before the part that is easy; finish one criterion before the next; keep a list of what is open; hand in the piece, not a report about it.
Your reply is the work. It is not about the work.', 1, 'qa', 1, '', 0, NULL, ''),
	('agent-quill', 'Quill', 'Head of Content', 'content', 'team-content', 'You are Quill, the office''s Head of Content, an expert with long practice. You do the work yourself and hand in the finished piece; nobody does it after you. You write what customers, partners and investors read.
How you work: one reader, one purpose, one message for each piece. Write for the reader''s problem in the reader''s words, put the point into the first line, cut each sentence that could stand in any other piece. Claims that sell carry proof.
You always ask: Who reads this, and what do they do next? What objection stops them? Which word is a cliche? What can be shown instead of said?
Quality that you hold yourself to: every claim has a source or a reason; every figure has a unit and a date; every recommendation has a criterion; every gap is named. You would put your name under it.
- Execution: read the criteria first and again at the end; do the part that may fail before the part that is easy; finish one criterion before the next; keep a list of what is open; hand in the piece, not a report about it.
Your reply is the work. It is not about the work.', 1, '', 1, '', 0, NULL, ''),
	('agent-scout', 'Scout', 'Head of Research', 'research', 'team-research', 'You are Scout, the office''s Head of Research, an expert with long practice. You do the work yourself and hand in the finished piece; nobody does it after you. You find out what is true, who says so, and what nobody has published.
How you work: start from the question that decides, not from the topic. Go to the origin: the vendor''s page, the regulator''s text, the paper, the filing, then those who use the thing, then those who write about it. Two independent sources for what matters. Look for the strongest evidence against the first answer.
You trust primary sources, dated pages and data with its method; you distrust rankings with affiliate links, undated lists and pages that quote each other.
You always ask: Who measured this, when, and how? What is the base rate? Which figure would change the conclusion? What do the dissatisfied say? What is not published?
Quality that you hold yourself to: every claim has a source or a reason; every figure has a unit and a date; every recommendation has a criterion; every gap is named. You would put your name under it.
- Execution: read the criteria first and again at the end; do the part that may fail before the part that is easy; finish one criterion before the next; keep a list of what is open; hand in the piece, not a report about it.
Your reply is the work. It is not about the work.', 1, '', 1, '', 0, NULL, '');
INSERT INTO attachments VALUES
	('m1', 0, 'r.md', '', 102, 'ee0e75be39aee9d02c127236a109af3c36dd391a00b12124dff96737535e7fed', '# Oats
1. [ ] Find the price of oats
2. [ ] Write a brief on oats
   - needs: Find the price of oats
', '');
INSERT INTO beats VALUES
	('heartbeat', 'tool-1442-dn1en5qpsfu5', 1795316724466063),
	('workflow.log', 'tool-1442-dn1en5qpsfu5', 1795316694596546);
INSERT INTO blobs VALUES
	('ee0e75be39aee9d02c127236a109af3c36dd391a00b12124dff96737535e7fed', 102, '\x23204f6174730a0a312e205b205d2046696e6420746865207072696365206f66206f6174730a322e205b205d2057726974652061206272696566206f6e206f6174730a2020202d206e656564733a2046696e6420746865207072696365206f66206f6174730a'),
	('6cdcc7154dbd2c55794267ed7e01a6232b60048798bfbfbe432238d9ba91dd12', 55207, '\x255044462d312e330a25c2b5c2b60a332030206f626a0a3c3c2f54797065202f506167650a2f506172656e742031203020520a2f5265736f75726365732032203020520a2f436f6e74656e74732034203020523e3e0a656e646f626a0a342030206f626a0a3c3c2f46696c746572202f466c6174654465636f6465202f4c656e677468203339313e3e0a73747265616d0a7801bc92416fd3401046dfd9bf628e5442cb78bd5e3770ab542a71a0aae41be2b0b6d769436243e210f8f76837a940a847c4c9b2663ef97d6facf2a150d9146aea464e851a5595bbcb735da8f1be91bba2348dcaa9b869e5cdfbebd1c5e086ba0b1aba7a08b15e8dd56ae55c6fbbb2296d7075dd84aa13eb8daab4a3dcb629e9ada9bcd42b355523ed20aff8c43d23235b9e988808911f2cec09f42c7c46b827b070b86a3772db162ff1c4beabaa26fad2f9ce59bbb2cebb3076e5a86359f92a567a1dbd2f4729cbdf3cdf448d6d6a59cb4dfb4c565be3f44c66b1081f99f94e644747648f60512cfe4c230f2ffaf9673cd619f5679ebf3ded981988bc45989811b60426d61c09acb3cbe79d2dc289c001e1c881c88041687924e67721b0cf99349d58884cf4792a8ccc1c9918907c2761c9c9f4cd270e793bcd0e796f7fc9bdfb3f8eb4315a9f1d250f892cfd4beb3f3a272f812d3f73bb81d7083d333bbe5e7a27fa39dfb7cfcd7abe644be7eee9ee0b7b8e2c3c62aeda8ddcb6f250fc0a0000ffffef5cab790a656e6473747265616d0a656e646f626a0a352030206f626a0a3c3c2f54797065202f506167650a2f506172656e742031203020520a2f5265736f75726365732032203020520a2f416e6e6f7473205b3c3c2f54797065202f416e6e6f74202f53756274797065202f4c696e6b202f52656374205b36322e3336203733392e3834203533322e3931203732322e32375d202f426f72646572205b30203020305d202f44657374205b3720302052202f58595a2030203737392e3533206e756c6c5d3e3e3c3c2f54797065202f416e6e6f74202f53756274797065202f4c696e6b202f52656374205b36322e3336203732322e3237203533322e3931203730342e36395d202f426f72646572205b30203020305d202f44657374205b3720302052202f58595a2030203530322e3530206e756c6c5d3e3e3c3c2f54797065202f416e6e6f74202f53756274797065202f4c696e6b202f52656374205b36322e3336203730342e3639203533322e3931203638372e31325d202f426f72646572205b30203020305d202f44657374205b3720302052202f58595a2030203230342e3439206e756c6c5d3e3e5d0a2f436f6e74656e74732036203020523e3e0a656e646f626a0a362030206f626a0a3c3c2f46696c746572202f466c6174654465636f6465202f4c656e677468203330303e3e0a73747265616d0a7801b4923f6beb3014c5efec4f71c697e5beabfff69a47f2a05ba9a0b3144b6932c46d9ad2af5f62076ae8d4e22e4202a1f3fbe95cc15d2338368a83e0bd5947fcdd965d362614afaccf56eb4e5b6f53cdaa4a55c69b62a42ddeab0aa55804b162131b61ef03fe37c22282fd022fcd91da6a4bb2bdcb4952767d2aaeaba6ebacdde9ac82d2c93a1792c95081453021ad23bc66e3115c60ab117bfca17f34d0892e54c6f575158fd8c4ebd5ef780bbbaf213a70a7a6902d1de8443d812ef4448540cf74a603edc6fd4095400325ba2c03e07460693127300b8a29616326b1c751e3fa7ba044a03c9ecb4de8f43b5ab3fc05b57ca739f849eb81067aa3f3d8cf2223716b649ef133f4f673d25e206c8dc21eeb08dd39d601ba657fab46afe2119b88fbe6230000ffff73f9e17b0a656e6473747265616d0a656e646f626a0a372030206f626a0a3c3c2f54797065202f506167650a2f506172656e742031203020520a2f5265736f75726365732032203020520a2f416e6e6f7473205b3c3c2f54797065202f416e6e6f74202f53756274797065202f4c696e6b202f52656374205b3334302e3833203735312e3631203335352e3433203734312e31315d202f426f72646572205b30203020305d202f44657374205b3720302052202f58595a2030203231332e3030206e756c6c5d3e3e3c3c2f54797065202f416e6e6f74202f53756274797065202f4c696e6b202f52656374205b3330342e3339203638322e3335203331362e3231203637332e38355d202f426f72646572205b30203020305d202f44657374205b3720302052202f58595a2030203231332e3030206e756c6c5d3e3e3c3c2f54797065202f416e6e6f74202f53756274797065202f4c696e6b202f52656374205b3231342e3236203631302e3130203232362e3037203630312e36305d202f426f72646572205b30203020305d202f44657374205b3720302052202f58595a2030203231332e3030206e756c6c5d3e3e3c3c2f54797065202f416e6e6f74202f53756274797065202f4c696e6b202f52656374205b3334302e3833203435332e3631203335352e3433203434332e31315d202f426f72646572205b30203020305d202f44657374205b3720302052202f58595a2030203231332e3030206e756c6c5d3e3e3c3c2f54797065202f416e6e6f74202f53756274797065202f4c696e6b202f52656374205b3330342e3339203338342e3335203331362e3231203337352e38355d202f426f72646572205b30203020305d202f44657374205b3720302052202f58595a2030203231332e3030206e756c6c5d3e3e3c3c2f54797065202f416e6e6f74202f53756274797065202f4c696e6b202f52656374205b3231302e3934203331322e3039203232322e3736203330332e35395d202f426f72646572205b30203020305d202f44657374205b3720302052202f58595a2030203231332e3030206e756c6c5d3e3e5d0a2f436f6e74656e74732038203020523e3e0a656e646f626a0a382030206f626a0a3c3c2f46696c746572202f466c6174654465636f6465202f4c656e67746820313534313e3e0a73747265616d0a7801e4594d6f13c9163debfc8a2b5620bdd4abefea6647f4c2939ef4346230ca629845dbee0e066383e310cdbf1fd5ed6aa76cba679cc661c4ccc6022bee7beadc733f4eb5a4ff9d497a7fa6449074777631a17fbfac67536342ed95f553ab75a9adb75533558d6c94f1a636b2a8bd570d29299ca4494397933329bc0ff4df3329a49474fd0d4f620c4563ebcaceddb492d5d4cdabda958d294b6b677aaa82d295752e54664aca0a29a9c5703121af85f114bc8de799cce9295e628115e6206cf10e35089fb0c10233fef71a0d086b54d8e2e6d9e43d5d4ee2634692700fc01aa11503a027e9b11d43df4cf5c58442294ca02c0a9e60f267c7036181f8a9a12041a8718b0dd64c498d0d53b4c60a2ba626d246f83f2a6c30c33b103424343c04ba3371ae46e9e5334921ad21298c552485b78636d774312163a528ccdee108bf40e1d796487ad54be5f18ad1ac8d26a53a294659e13c278c1573cdd4d44c5783356ea386daf887d1a570454151f9d6d0dd597a9eb4c239b24a8440e72a086f6853d3eb96b1a3b116625760515b4e044fbe3442955f414de094b442194af1b517ca9f2cbe924138b307e00d565860db05375218d90557a514c19c2eba313171f9f1afb0c60673ce529469ca130bbdc364b4127247880942da934132dac6a4e7905e338858315d468c2b84f41d29da0b7f42005e091bf600fc877b59175c0acf6d39359d5eadfac28b520f69f5e8eaeed56a70b10cb8111f749d4e32ad5e138601bd8ec4d0e93503718937f8b90bddaa35851e52ebd8d849ad59ec27c39387151b3f0f483ab2358f6bc759c2fea01b4b2b4c49f9390ebb71aab0c4e340858da4b1abb08cc6060b2c77024fd595820f54d7d8e0a9bab2e0e7493b0775c573f0e8aede3b81bcd5c2b42b038ff276fcd6f88205e6a8b18a1b4b7ff4feaa363af6e2a2104a9eace1a509a4a5284d5bd5af70cb63728b45dc1d1240e524f7a58441c62e79aa29a89c1145a01cc415de71d723dca1e23a1a33b3bdb2c2fb21c6466a2831264d4c06f7c1872fa41d9b095f3f9b23f1756c6600e30a18f7e49bfb51c63bf20a4bfc9612cc821f1372b8d3686585f6942339ec34a7af3a17a490ae4dcc0bcc628de113b6a8f6eaed61a755992d8a5b1b5b12e7a4f06da04774045914bce6a6b1e5cf6876e278a930e5a46e79d76fedd082ffe6238857a898eacfb8c59abf9de35f883ea14a0ee08eff3a7a81f8abf8c45c2402cf4158f16fe3afbea0c212b75c9a3506d667e6b632a5aa543553f3e08a30d356cdbc33c55457b56dd4acf1856eac9b5beae75697c2175d12bf3e618ef18631fed48a39c93a9e79831a15e6ccd092bfc97fd5d35820f25238bef7db1ebf6a8b207c680f70c5ee34a62d268430e5ffd7c9a7ae1872ee56fb6ae2e8c2eca5d37a2f54a2339acad634b69fb12edad4665309841b16538d2d04887f15bfbde3fdfc036f375bdca0c692cff1f629eef858716aac708db7cf328a3b01cd53278aa28a728b0ebec2071e372d374bc613bd5a856b8ef8116b9e96cbfdf47c2321d67d07379f45f9fbb9f9fc708fdfd5adf23bdb11c76d54482cf0d8b0c66c0656f2f31ec3cd9bd2ed8a2d839a7a4b724729fe803b3abaf7640bffc5a4734739805e379f820ff9a3b1d15b7f9447bfe26e71949b4f9806bcc64848c96be49006dd7c0230e037c60268fd460ee0e16ede148528d590568f6e84fb5a69b75813c2aeac0e8ceabe5e138601bd8ec490dc7c0ea2c7cda7d0436a1d1b3ba93523e04776f3f9390ebb7172f389c7810a1b49635761198dbd6e3e051fa8aeb1c1537565c11fcfcd1b6b7786afdda1e2e636decd1b63852ea9b022942773d2a9aab58ed77fec4d07dcbc0d42b91d867eff39b2e7456feb1ce5204ee3e68df2ece6fb191ba9a1c498743119ccd843d7f58ecb84ae9fcb91e83a2e33787f999797a2b4942339ec337dbee5680df5dea0e9a0e3e53ea7e551bdbc76fa3b78f92cca3fc8cb6ba37656f8c58fe8e55551c6bec32accd6c7dddbe53edd1f5defe5fefb40be5952bedcc99e5f93de5f11f0ed4d9ab078debde686c0c774b3134d51bcf5b87fb77b0e05857368e8b4d3f105cdd108b3bd315ef559a388dfeaead2091d4817f14de8644e4f619e4dded3e5845e9dfd1e0000ffff1fd11e770a656e6473747265616d0a656e646f626a0a312030206f626a0a3c3c2f54797065202f50616765730a2f4b696473205b3320302052203520302052203720302052205d0a2f436f756e7420330a2f4d65646961426f78205b302030203539352e3238203834312e38395d0a3e3e0a656e646f626a0a392030206f626a0a3c3c2f54797065202f466f6e740a2f53756274797065202f54797065300a2f42617365466f6e74202f75746638676f0a2f456e636f64696e67202f4964656e746974792d480a2f44657363656e64616e74466f6e7473205b3130203020525d0a2f546f556e69636f6465203131203020523e3e0a656e646f626a0a31302030206f626a0a3c3c2f54797065202f466f6e740a2f53756274797065202f434944466f6e7454797065320a2f42617365466f6e74202f75746638676f0a2f43494453797374656d496e666f203132203020520a2f466f6e7444657363726970746f72203133203020520a2f4457203735300a2f57205b20313320313320323738203332205b20323738203237382033353520353536203535362038383920363637203139312033333320333333203538342035383420333136203538342033313620323738205d0a203438203537203535362035382035392033303620363020363220353834203633205b20353536203130313520363637203636372037323220373232205d0a203639205b203636372036313120373738203732322033393920343936203636372035353620383333203732322037373820363637203737382037323220363637203631312037323220363637203934342036363720363637205d0a2039302039302036313120393120393320323738203934205b20343639203535362033333320353536203535362035303020353536203535362032373820353536203535362032343720323533203530302032363820383333205d0a20313130203131332035353620313134205b203333332035303020323833203535362035303020373232205d0a20313230203132322035303020313233205b20333334203236302033333420353834205d0a20313630205b2032373820333333205d0a20313632203136352035353620313636205b20323630203535362033333320373337203337302035353620353834203333332037333720353536203430302035383420343536203435362033333320353536203533372032363720333333203435362033363520353536205d0a20313838203139302038333420313931203139312036313120313932203139372036363720313938205b203130303020373232205d0a20323030203230332036363720323034203230372033393920323038205b2037323720373232205d0a20323130203231342037373820323135205b2035383420373738205d0a20323137203232302037323220323231205b203636372036363720363131205d0a20323234203232392035353620323330205b2038383920353030205d0a20323332203233352035353620323336203233392032343720323430203234362035353620323437205b2035383420363131205d0a20323439203235322035353620323533205b203530302035353620353030205d0a2038323236203832323620333530205d0a2f434944546f4749444d6170203134203020523e3e0a656e646f626a0a31312030206f626a0a3c3c2f4c656e677468203334353e3e0a73747265616d0a2f434944496e6974202f50726f635365742066696e647265736f7572636520626567696e0a3132206469637420626567696e0a626567696e636d61700a2f43494453797374656d496e666f0a3c3c2f5265676973747279202841646f6265290a2f4f72646572696e672028554353290a2f537570706c656d656e7420300a3e3e206465660a2f434d61704e616d65202f41646f62652d4964656e746974792d554353206465660a2f434d6170547970652032206465660a3120626567696e636f6465737061636572616e67650a3c303030303e203c464646463e0a656e64636f6465737061636572616e67650a3120626567696e626672616e67650a3c303030303e203c464646463e203c303030303e0a656e64626672616e67650a656e64636d61700a434d61704e616d652063757272656e7464696374202f434d617020646566696e657265736f7572636520706f700a656e640a656e640a656e6473747265616d0a656e646f626a0a31322030206f626a0a3c3c2f5265676973747279202841646f6265290a2f4f72646572696e672028554353290a2f537570706c656d656e7420303e3e0a656e646f626a0a31332030206f626a0a3c3c2f54797065202f466f6e7444657363726970746f72202f466f6e744e616d65202f75746638676f0a202f417363656e7420393434202f44657363656e74202d323130202f43617048656967687420373232202f466c61677320342f466f6e7442426f78205b2d323134202d323635203130353420313131385d20202f4974616c6963416e676c652030202f5374656d56203837202f4d697373696e675769647468203735302f466f6e7446696c6532203135203020523e3e0a656e646f626a0a31342030206f626a0a3c3c2f4c656e677468203238332f46696c746572202f466c6174654465636f64653e3e0a73747265616d0a7801eccfb58a6d410044d1cd7be3eeeeeefaffff3670b8c1c90726b8ac15345505ddd0fdd6bfeaffe89199668736d77c0bd5624b2db7326cabc3596bad4fd2d8469be3da56dbed0ccb6e7bed77501d0ebd8eaae3493ee9b4b3cebbe8b2abaebba96ebbebbe871e7beab9975e7bebbd8f3eabafc93d000000000000000000000000000000982edfd3f51d0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000fedc0f7b73200000000020687fea454a2021000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000d5000200fdff0000010000fffff0b0052e0a656e6473747265616d0a656e646f626a0a31352030206f626a0a3c3c2f4c656e6774682031303931370a2f46696c746572202f466c6174654465636f64650a2f4c656e677468312031383937320a3e3e0a73747265616d0a7801ccbc7b7c9b47953ffc9de722f99a58be2651da8efcc4491a496e12c78993b8a92c5971d4d8b222db89d45ba4c8b223b02d23c9690265296de996944b799b1f4b03855e68594a81514a2fc06e5bba4d09d0725b0a85b265bb2d7461b76c3f50b6b4891fbf9f338fe438690abbefe7fde3a7347e46336766cef99eef3973e631010cc0225c0b1589c1a18bd67feb8b5ddf01f09f0012a9c9e4b4fed3959f07583fc0ea53070a3c7af9d27f0194040031363d3eb9ef22f503805a072caa194fe6a701d4018ee5002ac6270e8dedd976eb7f028e1580b3627f3a39bae40fd19f001e0f808dfbf7a7938b2ed53f02784601acd83f5938f8cf89960380e726003f9cc8a6925f7cedee65803706e05d93c983d3eab1ba2f00de2701f0a9e464faa167bebc16f0be0c382f9ecee60be66b580f845600e0d3b9f4f4c77e78c70120d40be0a750b563ec16e8807e54ef0098533faa7700ea8f30a6a04251aa6d0000e00e285f8de0d049000000ce39870f989bb5b9cd19f661fbc799e0c0e77ef53340dba69f00c001000c2a08d11a687816c00a7068d0c0d18a0bd18e0e6cc4566cc72046b00797e34a6470350ef1d6b939404aad86076bb1115b10c400a225a924de6d49cdfddbdc8b73bf9cfbc5dccfe77e36f793b9efcd1d9ffba7b927e61e9b7b74ee9b73df98fbfabf3a40fbfff58f02151a74d86047052a51856ad4a0168bb0187570a01e0d6844139ad18225588a65706239cec3f9b8001c2eb4c2c00ab461255661352ec41ab8e18117edb8086bb10eebd101e0afebb1f0f32c9ec5111cd14f00da36c09cd15f9d7b5edb3df78a39b370ccb6eef4a8adf71ce3eeb78d5f89db701b628829bde6d36ccc7c5ab9cc7c889ee57e9b5779d016503e27e0e10223b1609cf39d8f60d1ae9dc23674594c6c708ad5f1c4183f3c12134a5bf2eb15a8402a65ec73ba5c02718180d17b0c0c8184df2b9847f0c49857281ec365b8bc42f5f0d107d4c626f803a221c013097f51690cf88b6d6a402881e1835cd41842090492a3428b1c3ca6284a20e117aef47297500281638b9a987f39174ac0f01f6b600d8184df1088c4d2f163cd4c0924fc5ea17984ea164d8198e1325ca23910300422b174dcc947b9783c22b495971d5bcd6a03c15450d882319750dbe2d1cb632ec3e53c1ce3221289b9842feee4a22b127389ae789c17596d20980a2647c5ea48cc5564b581602ac8c5da48cc25d6c69d5c3c1e89f1317ef870928baa482ce1e48247622e51957072b1311273898d0967221e8f3b85d2266a022981684c60a7a88ac45ca226e0dc29ce8fc45ce2fc9dc947ea90123581d4233af6c5e3a3c9b860ee78dc1088c4d2f1381f15cd01c31ff70addc3835c686dc9512eec81484cd80dbfa830fc4e972b2e58c22b6c1e825ba86e3e5ab4eff3735161f8852d18735ac6d04fa1278229a1af71715111e087f961c1dcc5b57a9bd056ee8a2522ce64341e33e2ae3817bea198606ea74bf8e2864024968e7b85dd232a03ee63501048f8bda2c2232a0dbfc1050c7f5228fbc6044b099610f6355e51e9e13cc8c5a240ea110dfbb84024267c89f89860a944af6009afa8f21cab5c8440d0bfc6750c0c8184df2baa3d0201a3f7181802f4bdc65a85b90d8180d0da123c78d848f2512e7824e612708ab59198e04ee18bc74b5a0ab5cd48f6f60adaa2f61da68b1591184d9e376de1a445c47fc3ff406d0dd46024e6721aaef81a97572cf6141525284693bd5e51e7112cc1b9581cb8542012e362b1e18f8bbac0a502d1181775863fee150e0f1775fbc6044bf14734a40e1b49e10824f8e104170ec36f7845bd67e770aca88df6c65788dab471d02b1a3c3b77c5760ec58ada686fdce98aaf100d69e3a057347a8aa80f8cc48af5f501c1927ee170c705024269f317172b6dfe629dd2e617acd9e0426d8bc48a0c8184d0dafc870f73dab66e8dcb102cc94b6d67912190103445694bd2685c2c0ef489ba405f4228673aeb1d5c58041a8c5ec10202db8e31c664d837795084121c8e897ac3cf836291e117b586d0137e9e7878c91206071ae0f7fb0f27b86834fc82258b8d156e71b3dbd91af78a664f114d6eaf68f1145993db2b96788a4a93db2b967a8a6a93db2b96798a1af53b3d459d9ecb3d451b3dcff314edf43cdf53aca0e7059e62253ddd1e8397f017b6c4cee198c1db05bbd2e972c5bdc2b360b0797ef03dd6a077c1e0caf9c19c35c83d108bddef68a760c9072d53fdfec389e202fb5c9e22b8db2b5a3d45464fc35354e8b9c25354e9d9e6296af45ce929eaf45ce529dae8b9da53b4d3f3424fb1829e6b3cc54a7ab67b78b764f9451e9e104b123c600896204e24054b8876e2ec5a8fb8c82d2e5ae315eb3c9cf7f177f0a691ec3228b1ff450927e1b6beece2e2225bd02f58b358b7a6a8b3a6606c6d5c7ab163013cef24b3c1c33ba5e69d1e9464826f4f1382b9c5a2c0b9fbd1fc35796cf66e33ba8a1b5813d9bad1c3bb79df3b582810487679c5264f7b4bb75774fd3551c102a92eafd8ec292a686ee3edbc4fc0f00ba52d74f8709fd16724796c9fd31517ccf01feb62aca9718d576cf108348b16c32fb436a1b5f59158b1067e511d70a70fb71b9c771feef28aad678af1766b3d6133fc65692e12911817be5db10734ae73e703da4a7d59dcef37b8a80af0c3869c616c4f085be0ec704d70c1dcd6a9a40512a386d003c9d1484c6881a453e8810465bab3e7240dce85b6d2d89eec721aa22ab05d286da22a207749f0736d62d02e86b00512e424bd2d29f4b7ad2ab495494e297bd4106a5b62b494494fef15f78aee32169c73a1af2c6161747779c5c5f343a2caa0f1ed461f9d03e4c56de531a1b609a54d2a2a301c6be7dd86cb49da973a39e9557285b0b509bd2d4419af5cbb584e7c3bc31246c95b0651fe92f26e12fd92bb128227c6ce06b2ec629fc7e0ed84e276d11288459cd1788c77c7db8b6b59a3db2b7ace188d3a23678cfacf182dcf5db8ded933021eb1c5bd50a03ca9bc61af476c751fe6bc9b3876b8eb9d45852dd02ed6babd22284dd6a82ae09c904f8a1ac36f994e743678376f37ba4a066df714abb436bf40b39cf2bfa474dfb90846fcfadfb258286ddb298f751b5d4e97d4dae28b2b5ed2b3cf53c4167719951d9e22b6ba5de433c2a564cd3c04218f409315f6c74011ded02e36aef18a4bdfa17fa7a708d6d82036adf18a7e8fd8bcc62b0608c5a0c1dbf9f6c346b28c56d8438416036eaf18f41c03b6bbbd22e23906468d5d9e634cf6443dc798ec1922993eb7570c930c354648861abb49861a7b3c0f0008b8bd22e679806a70b757c43d0f30abef32cf038cc9d1cb498ed1e81524275b57929c6c5d4572b2b597f60cbabd22417b5223497b52631fed498d14c9ec707bc528c950234d32d41823196a8cd37ee8757bc57eda4fb632b49f6cbd8bf693ad77931c23b9099293ad499293ad299293adaca788ee79074ecb6fc2e7f68af758cd1eb757e4087412137eb757e43d45d66dc914ac26c9cc48191a2099039e222e9e5ff56af94dae7ad06ad28c435693c4dfeb29b28b2d81f7594d12b8c66a92c0fb3d456c9b5fef6fe437b9de07ac26895f6b3549fc839e22db66095c673549e07aab490237788ab8647ebd0fc96f72bd1bad2689ffadd524f19b3c45768925f061ab490287ad2609dcec39562d2b5b61731ed3143518335c4e573cee778b8ab45057440e960f742f18d8dc1c1643a12bb50e1d5061c71adf2a00aa02751c0a63ca1e280adbab31a6b041c06ed335a8501dbaadc5ed72b81c6d2e878b41c3299f7aeda96b759c844fbb16507085c695f7d9dca03557f85cbaaaa98c612f6db68585350dd0ec9adda6cbd56c952dee06b543fe99597a7cc9f1a54f2dd5b8523dfb27fa0b80e17af339256673a316b607ec8cad77eb4d2b15475dfda6261b3d94d873b3b3cfddfafef7df71d3adec4d763e3b8fbd79eb4d7798b798ff65fedebc850a0a86a8f99cb26ae11a0d9dcdf58e3ac5deb9911e51b9c435d7e877df74ab69375f32ffcdb4df7ad31dec3dccc11c8c5efe80e18479177b0c6fa012573cc89802d6bf53b444623e07c83c009b0754a628172b61e74eb1860654a640b9717e1861a7efacbe6e84e3715f35804a543a1ab5ca25ee86ce8d9d9d46674753dd8944e20df3ae4b9dbf6e7ce3a7e6072516fb159bd6ab1c858af37d4ed0ca7ba87fafc218c84b12539530ed7435ed577fa9d88e1c91ba03ec3b8c41c55a4bb79af234b699859d0bbe76b370dc574544802a57ea70b81c271863cc9c232c5544e69ed75af55761c762b460f0a196c58aa21218647333549525c1d8b601280a921a032e21c31bc1a02a4ccdcc77fb118efb16333438aa2b75157666d72b9bdd3a77d4b978431dabefe08e0d2b57ad520cee686c6e51369b2decb7ec25dbec79dd8fb2f36cf6a68b1f355fb6d9dbd42ab5e2d49f4ffd3713e6cb4a6ecbf4c6f733e7eccddd131d00c38f01ad4e7f1595d8fa904dd7540d97ee146b22315f2d6380b257658ab259093b7db58c01ca5e95294ab7129e774993835cd2d1e972e89d6d0e57d38f59b7f9a4a2b0ee23da2d839fbaf6ad2f1c214c18c600f5cbfaab588a11dfe21a06564daeefa7d8d96901de4c80cf03a3eed598aa6e56c34e090c452201637577abe1b8f4c8522c5d62acd62b97ba3b3a375ea26cecac335aed9d1b3bd6373735daec769bddd534d67bd7c4be6ffde1633f7cf2e16ffde6c03dc11f5ea8ecfaf2e7ee9b1a7dea1fd9e2835fb9f2c5c7aefbce27b7fde3935f06ed8fdbe69e579fd25f850be3bee626a66a8d4c519da426a3aca043efb7d43d0f0a18149681aa6a4968dab601007a12ba7e891e76fa9cd0a02a1ab9b324571af5ebe1b8af729561b88c15b6cae5ee4d9dcd2dcdd29586d1b969fdc6ce0d960ddc51a76b8e46cd68bdedbcc55fb88c79bff38d70ef17bff5c76bbe266e62c27c9aa5cd377ef59eea476af4005bf1a9cf7f88ddfee11786eedf6a7ec19ccd46cdef3efd47000a86e79ed754fdf768c4f9d8eb5b54c754c5c1a082e99a3a6f09a0e9d0c812250945d936005d97aeb884a8ef04bd3254d4ccbc5c69d44f9150b9a2d558b1c24596300b78c56885a30eaef52d4d2b0dceea8c565b536373c77ab6e6faa71ff9f1ab2fbc68ceb28dacf1ba5b8ba3e647949637aebdedb3ef7b43adbaff8de74e99afb10fb128bb913dd4757fe4d4556cfafe4fdcfb536907c5e763daa5320f872d0fb4e84c5595bd5094ad04bdccc456b09e7344c66dfd39b26b47674793dad9d174e20dfaa8436fbc01c5ca6572bf5adcf8a0ce34850298b2d9729d95d2d9d6019414d83c60639a76b1564e6ccb6d4c53b41bcf25a9849d7f61b85ba174d728b5acd56aabab2a2b64c6b2cb8c457acee7be37de4824a4b62707e73320c3a380eed44fa01abb2d94ce27ef698a3a4eb9909270d700344ddf6b63babe9988ba9c78af808dcf0b9687bb89a98b0054a3da411f7ba593b25d93cb61fd7d545b77ea4ee5d4aca6deac9fb8dd6cfbf4ecbfdf0e86c700ed7efd042a510aeda5f34b9790eb1ad099a66dd6c24e5fcbd9dbd348b7168efb6a4b49dfe170d82a972dd8f831f5d553bf561e9e0dd1a6759f9e4d80e11ec0a6eb275083c8c3d515aaaacad3a79470697be55a4a685d03baa62856466bc6820165af1c20fce5c635a8a977d43b6cd6c68cb91c868319cc710f33d8dfb1bb98f6a439f13df3a07ee2e4df6a87deead21e3829b4e19321328674d15dd2fe6d0f55a88a7510922a8b2c1534b5ac82ec50f6ca0eb9359d3a74d0d53b6452737430478783b67d4639f9b5efcfdaf413273fac5dfd569776f5c90fcbb8b872ee79fd5ff457518d160c581e6f397dc2e8ec8c23a6a97cc49cee97674c436d0d9d32352db52d761dd5acda26cf1919c5f267db7a2a028c562a27d406f3dbe6f5ec03ac87f9d8b5e6b5e6d77f3b3bfb6f2f9d3ad9c6ee637b598add6b5e66de617ecabce27616646b98c1b69bdf307f61be603e0445627354f2b3117b1eb43145a3b82270964183c234651cba5e22aa4d554a11bd84b2a7067dbc2c24876448d7018df58b6a24491b5d763a0b1c2eeea8d3998bb91c8e0ecaa82b0dd73dcabbd809f359f67bd3342f376ff88f9f7efbce6f9a3fd14f989f309fbb6676a7929bfd98baf8c89dd7bc1bd28707e79ed79ed75fc50518f02d5ecc145647e715980ab594369ba8fa2b9d57809a84aa5e42c75503a57b3085d2a5ecf5abe1f8436b8cd5ad5ae532f7a64ecdc53be9d85ee1a82ba5c8a6c6e69696e6e6a646cde007d9796c1dbbf87dfff01df3fdcaf2d7ffebcf7f36ffe1d05ddfffeda3e6bfbc69fe71c30f3ff25fefca5eecbf962d67ffcf25df4afd32feae8d81fe7fbafba95f530dd30868dfd74fc08e6e8b09f55452b2bd60ac6b60fe38ad035318548671ea9a3f4aedb03b1c92752e87ab93e25ba9306bb46f9835bafbf6dbdf7a160cf7ce3daf73fd049ab0d15adf41eb770d803169a8349ffa183e54ee93c6b735b4d591f10d1d8e463aecd66fec7474381a6d769bc1e1b8f7c71d3bf6dd77e2ce47c2998ffcce7cc6fc8d7ee2d4659fbdb563fb37ff5dfdf2a9dd4f3ddd9f664bd83aab8e580ad80b32cefd0f57db16c6f9628529b002bc5438c81e151fd23545b50ca59452831a47bd15d92ed6c1acff0cc6d827cdebbfcb2e62977f970db0e097ccc40fcd87cd2fe9274e66b54f9c7caf76e35b5ddaccc99b09e729f339f6a6cd0d3b5a7d1740d198aaa8a9726adbc2c2c002341b1cae26c3d1d134c56e7ee105f339fbd091379f2dd5443ef339f6bdf975182d9d8252aa71b62867aec31caece0e87d1c9be67cebcf082cdfde72f1fb1b96921057be75ed12ed576633956e0969da22912f3d52f628a5acb98721ed36c4b1934addfb9b0d35eea8c5be21780c1a6319b2cb188c93d0376a66948ea0c94229cbe0b49c27e8604ecf692009d28a52695acd5adad2b1a8d56c3555179bebbcd66b4aeecac737594eb9af5cd4d8ec68ef59b5a6c46abea58c59b1a3bd6abb6635ffbf831e58af61f7cf16bdf7ee409b1bf76e9a2de5d1f0ef498d73ffcc1c377dffb21367dfd3f26eede75a7301bbfa84d72b6882d557e793f141c9d7b455b6e73a3122db8eee12a06158c328a3312f339a1eb5b889db2aae9a122414d12e9fd6ab87403b9e06c114ddb6cc9419562e792e85e28118ffb2a1d8e15ad46ab2c811ca552aed5beb1637d7d531d8cd655764707db7b539039b3890f7eeac0f7effb81f9a73fedbdeaf871e5b1d99f2e63c5e2335d2f9bbff883f9a27962698d6d1364fed93df78afa596d371ad1ee7357318535562b2a5592aada5f4e3c3d547f2009e922c358e1a21823bcd159870eabfc7250e5b549fdecfde217e6ef59cb9f6ff8e21da3e69d0fdd71cdedae2d6ceb4956c3bc2b3ebfcebcea896783a0bb29edfb9cc47309fed657d3c8a012a80c4aff4ed12841d5b42df300f458f0d279e29fbfd65d70b688ae6fb6e4a048b17349742f9490a0d69f0675a55132c466b42a9671742eaa0d37f59a2f975165d51255f6378a7ba939289ed9f4325bf507763eeb5ac25e7df35928d2b693da6e6868c2c5be2d3ad3351b5374a5dfc618349d69e3e544de4315b0648d9fc2b0a9a1deb1b8b6d24ebfd1775129c6ea8c569535d98c563836a0833becae7ad77a75fd9f669728cf3cf1f049f35956f922fb269b752f6799cf2847d845e68f4cf767ba5937ab349967f6958bcdf75bf9ec02403960eb452352beaa4aa62a558ca984351d89e7517d49a0f9062810ad0a77eb809dd96c9b6d61e75f1aefb6d1dd1140231a1d0d46abc35151b9dc4d09a4a3b374eeb4da9a9a3a9a0cc7576fb9856dba645768c3a55b5e7c51bdefc875ec8665b71bc9f7fedd9153bb419cb8d2bc42fd95b61b9568c56dbe3a8b0fe7339b721ed36d741c52c6e1123b8aae1227a0289b0760b3c92b5140a7885b1d89f95640d3b69ecd9fb7c9fa5ae914b5d1297a96f8e905e3715f95d12643cf5e799e9b9d8b251d8e3a9bdde66a5dd54971a92ebb2960be34bdf7839f9af9c1dfff8855ff3179d5f1ce1d1f345f7bf4ab3fba8df533c1de5c6a5ef3e5a7bb5e66c6ef58356b5b72ea7773783d7c78eb9776318a3386a380fa6b9b1b75d8f5d06275c1bd9eead82d1490b226e85950679e7344567b741cd5a1cea86f2d159a1d8e8d1ddce1301c1b561aad76c7d1e3b7ff98b53cb5a9ff0b9fb4b967fb5e361f3af5baf2f4f557fd7eb60750700bc032fa2fe59da854949cbef97411c65b073456aaa09aa0e84c055d0450ea97e5d3396f448e0e87dad9d174f4f80f7eae6d3bf984aefefce725db7f6f73a30a7d0f57da542ace4adbd603643c635b1714b767774a93a9c0ad4255fd7c81eba003d8608ea3c7d9c43f98f7b0275e339336f7294d593c3b37fb4f8a77f69f653e3c3af78a526d7363312ea0eb1303a33428139104dccfc24dad8d6ae552376b3c5fd9d464335adb954e4abc8dde9e35cd2b7b66863cc75964f3ae8e25ece336cfd0a1016d8e0edca3806db93c3baff1553a1b2b544d95152951ba992e7548caba62eb40855d57adc2c22a7e96491c49842515c658cf0289771ca4722b4e252b9663796b7d6bbd61382a2bcf7377383a9a366eec58dfb2d122804a2f018807160d2ebf66f4670397bf6f94ad38ce8e5c7bc353ffe7da1bb46d4fdf1c7ff9e6b8f9f8a9df296f7cf317b3abad9f253ffd5adb8d3a4c9ee62819d4005545922e215b4ff3d3b286482aefb312cdb3e9fbb611f265fc1cfc6db2d47f3b7fb56d4f9f495f2b1f6b847d351ae0f5ad295f5b7a165c5bfc08d3ddc4b1b8a6a1b661c1dd44be61e8584f379455f27d98a34e59ffbc39c7d47ffd15d3cc532fb17af30fe61f96b20d4c6376b6d6fc91f996f9baf9e323ec8becb3e695e6158082a3e68cdc7f119660afafa66eb1a66afa22a66a947f092f2a202ce76ea5124756467e8aab8be985dd0592efd0ad83a2e76d12715fa5b16245aba34e160654039e2e091cf37502db7bfcf87c4d502a12cc19fd3b4fbf5cae0994729920313367d4e7b4dda8450b2e7b78f1224dd5e7f9ea04956c2aa3f82eabe51f006317d36b9c0b245fa159662c38e14a12a4ae31af6e87c370cc1fb60df3a9556db0b495676de9f0d5b6bdb549d95d3e6c6757978e5feb7c3b0a289f91fade60959a3535743b5758bf9de152a7afc6cec0ac2ea55c8dd6cb37a0164de940a1b780164be91de1567a6f5a626979f49c0356ac51c2a945add12aef3632ceacd248e6d7cbee6b69ede0b983444ffd11c70bb31bc050987b45fd88cc09ed3ef722a6b0c5a7ef7e0b6aafd2a5cfaf86571bab4a97bbe68ef59d1b56ada28257d65fad4d8d2d2d5a53a3cd682d3cf1a55f7f4eccb23b0fdefb89bbbef3d1db59dbbf7ff7ee950f26eed9dfb965f8176c1dbf67dde1ab2eea48be729b00c3d2b95794017d031ab1de775123d3191874a5bfaa52512ed51863d69bd9ade4e7f90ad0d1e0a87711d9749b41a7486747e72679c2cb1a50a9dfb2c17cfd031f38feda6b9ee0854e5b030b2a7f73e4a586ff3e327bef7543d560f8d8dc2bea73da3699376a99a2304aef54f335a88c523bb9659fae29b2de2c79a4c51aa297369b2d01ab1c752e1ce95e38723a6fd41bf5adf482c5d529f5a5cb61c7fa4d74f6347ce69fcddf1ddf34f085ff73fc7b2fb39d6acdec86ebaf7a5579fce41394b31b00f5756d1b6cd8f2a04aafae4aa750ad4519fa1d837ccdb6e03be52bf95b041b6cf5f29575f9ee77c4fcc0b799976dfbaa99d6b69d7a401db0f6a806f4af6bdb50f30ef74c9940ade3c0ba67967bbae9dd341dec67de331b1ae83f66a88c39ccb7bef5e45bc77ff9f27de60f9efa8d794adb76eafbeafa53df533b4f3ea1864e3d2ccfbb067346da6887d3b7c432d2b20ef217288e7a079d7525230cb2e2045bc57abf32fbc433dab6538fa93d6fd145826197e256aed176a31acb7c2d745db7220761062b9daa95cd6ed6bab27383f5f2d6c6f665efba3b9fbfebf38afbf3b9fc5d7717f27712e680a27cfcfaaffceb87f72eeefe1316575074e327217ac901bcf0f4a7f3e68ed9172ba62bfe285fda297258ceb37fdc8c00158f9b3bccbe8a69bae59ef1d9602b75299b01e567b842b90fd72bf721aadc8413dafdd82f9f7944b43c7eace531a6e5719b96c7b092c709faabefc6a3da4b78cc761feed1bf8d7b6c9b71253df5dd38a8bd8446fddbb8d7fe512c5536634ad90c9f96c75e2d8fa31ab05bcb43fe5536e3022d8f2ba99fbd895b34e0a8b202476df7e128f569969c7c2ad407149400966a797c4c031af46fa39a9eca33d805608dfc1345019fc473789d2d63d3ecf3eccf4a42795239a5c6d4a3ea4fb4655a44fb7bed94be5bbf513f61abb2b5dba2b61fdabbed07edbfa9585b715d654565b8f2c6ca272b5fabbaacea2b55bfafde517d47f55b35dd35076abe5b73aab6bb36517b0324bed8c02e06fdaf9ee974788e5d818f02ecf54594f6e8b394ad2f010cf4581e913f15f494fa15d81128b555acc0a5a5b6862a4c95da3a0c1c2cb56da8c4a74bed0a34e1f3a576252ec0d74bed2ae6c773a5760d162bcb4aed5adb750abd49a04f3daa2abe04154cab04705dc583a5368356b9a9d456b0a8726ba9ad624765a8d4d6d058f989525bc7f6ca7b4a6d1bea2bffa3d4aec09acad952bb12dbaa5695da55ca0d55e952bb06e7d7fcb6d4aeadd56aed81ecf4a15c667c7f81af4e5dc8d7af5db791ef3bc4fd99f1f444f66abe92efc84e4ca6f33c34956a6fe73d13133c47c2799e4be7d3b903e9d1f6be6c343d3e3391cc95e6acb46684a652ed5b785f969746b7c8b54f7fdf9dcee533d929bebe7dedbab55b79a130969c2964f767a60a7cf58175ed5ded1d179ebd323f439b9db94c9e5b7bf1e4d4280fec4fe626d2f9b2ea7d599ec9f324df3f33999ccae40b9914cf27a7f2de7c3a9719e363d9a9021fcbe678617f9af765f944726a7c26399e6ee7a1429e1ff4ee4f67c6f7173c3c5f484ff2abd364b247ee324a4b4da50a9903693e96cd4de679768cbf379dcb7a782a399d292427f8a0874f64af4ee752c97c9a4f78f858667c2697e6d9a9b4472e51960bf1b1ec04814c3af486c27cdd86ceb5966613e9f1ccbecc44a67088e70bc9a9d1646eb49df76557e5f99ebe7e9eda9fcc255385748ee7d3059e994a4dcc8ca6f37c642a93ca8ea6797fb29099f2f0be5c3afd6e2e913994cb4c4c64523c3931bd3fb92f5dc8f3e989993ccf1f9adc979db0d01bcf25a7f76752c9099e9e484fa6a70af9f689995466344948e5db53d9c97310a5e4f133fdd27e4e965455f566f2855c66df4c81bc9e1de385fd99bc656d26cfc7b307d2b9a9f428718fe0b090c94c8df3894c2a3d9527c78cf143d9193e9ae553d9024f8ee7d2695ec85acb94843c2530681ead329ac9a7269299c974ce539e47fe935aa47936c727b3a399b143d61a64687b5555343d2f428a127e33f934cf4cf17c7626974acb9e7d99a964ee9045000fbf3a53d84fabd1333b53b056cda492b480872773693e9dce4d660a85f4289fce650f6446d3a3bcb03f59904a9e3635959d1acdd0a4bc9c34992e6ca9aae29cafe1672a253957d226451e9f9cc917782e5d4866a6e492c97dd903699e9a8feca96c21934a7b2c3b2732f902e1bf70b729d287084d7c24f44e23d7fe0e2a64a616a25056613a971d9d49a5ff7fd782b6931ecda666889d125b72c545d91ccf16f6a7737c325948e732c989fc698cc921d6b405dc2b1b144e67e43c5a96fe790d61d297cd8e4fa465b2e353592b3bd098443c53c81368167db2b93c9f4c1ee2fbd2448f5162627a6a349bcb4b5e4de7b293d9429a9ea333a9429e8fa6739903e9513e96cb4e5a6ec867c70a5713374849624d7e3a9dca8c65527c3a97c9e6f8d53922cc94459d3ca54a8aa1d050a0bf2734108c6ee1c33b42437c6870fbf09e9e6890878678243ab83bd41bece5fe381fde11e481c1483c1aeadb31cc770cf6f706a343bc27dccb0383e1e168c83f323c181de2ad3d433c34d42a077ac2711e8c45a2c1a1213e18e5a181487f28d8cbf7f444a33de1e15070c8c343e140ff486f28dce7e1fe91611e1e1ce6fda181d070b0970f0f7ae4a66f9fc607b7f3816034b0a3273cdce30ff58786e372bfeda1e130edb57d30ca7b78a4273a1c0a8cf4f7447964241a191c0a72326bdee0de761e0af3f0200fee0e8687f9d08e9efe7eb96160decac13de16094540f0c2e30d11fe4fda11e7f7fd0da281ce7bda16830304cd69c6e0542bdc1f0704fbf870f458281103582b1e040a4bf271af794d61c0aee1a098687433dfdbcb767a0a72f38c457ff154422d1c1c0483438402a0f6ee74323fea1e1d0f0c87090f70d0ef64a9c8782d1dda14070682bef1f24e4b7f391a1a087f7f60cf7c88d23d1c1eda1e1a1ada4847f642824310b858783d1e84864383418be90ef18dc13dc1d8cf240cfc850b057823b1896fe1cde111c8cc6696bc24062efe17b7604877704a384a744aa87c0181a8e8602c30bc506a37c78303abcc0461e0ef6f587fa82e14090460769953da1a1e085bc271a1a0a85fb684942784f4f9c0f8e0cd3bec33b826490d55c40588f74240f6de73dbdbb43a4f6e076291c191c1a0a59aa52d7d048604709eef6d3c50302c8621a87904306e3d88f02385623850bc1b11e6bb10e1bc1b10f87c0e107c9a431812cae06c74a70ec40161398441a797084308514dad10e8e1e4c60027cc1ca2491939269e47000698ca21d7dc8228a34c63183092491c399fbac3c638ff20e5bc0e54c7ed65cea2feb4d2b9f3dbe5bee9d4706594c491bdba5956bb1151c051430862466504016fb91c15409910358877674c97f8e77a15cf92fe9fc97b0d92911212ccec42e89298c822380fd12850989d4d9a85b3665e4fc2438f6630693722ef51590410a1c79d993871779696f0663e01893369387a99593f6ee477a1e49427f4afa218971a4a5174328c8bd0ec22b658901c4128fdca5803426c17135d2678c946d199dd78a7841da91d72d4d7298942b67a56eef957a66e5ba2924318d0c0a484a060dca5e8b75c41c1a27bb3826e4c898dc7b46728b4b1bd3b2bfac05c92f5c2f54d260a2b426f9ddc2a1172184c1b10e1bd089b525398b03e48f7164b00f194c48ed2826f2524bf21c3197f86cf17295b46d0ffad00f8e54c9a749a42466843d5940be208ea53081198c963c3e8229e9c7acece1e84752623725adea9376a6f16ef0790b03a508268b2c061072d372d77d48977c382d7721e6e5710893d8276397be97911a474e624fcc27d426c065bc9397d312873cdae52a2964308aa46412e143fd296431f93fcc2867c6f85f8a9776f0ff712ea942157a4b9ca38cb64f467239d62da615a47564354501e9cee50c8e7164253f739892b9a99cf768064509c913c294fdc86be3928184376143fe245d4392cf8790c50c38469105c714b2d2d7145794016935ca3016f3287289cb0b57a2f8a23dcacca036ed57d6c58a2c1a4d2223f36f4ece39733f4baab0000bda392bf93729f9459981784ceb5a7a9095844abb4493b2dcdb5729235ae6cd8cb49e70a49c9a97b6e79092bb9565286ea66494d07eb48b9501c8d2ab653ced97d14bb151fe4e18528c9cd69530b2a281f237cda5b823aba6656e98942b515ea25c3a8d9cf42971954e1b0b6f9a6fb5681e6972b657537275b29b7216ed447c29ef44a75d015b243e5cfe59533a6768066584b3b947b32df69d894d4afa80b498941892adc40fca7ce4f1d35a2665b45ad993669d7d665b0c2374acdc77da9f94ab4827ca8c740ad06cca57945f2d3f9276652fd13cd2e75ca858d69dc9398b25ff73142cabcecd057e160a96f7463153625259b7ff5bb128f3bfac27c5624a9ecf941fc8a765369533f745a558a4ec402710719f4e73e22f7188b23879c742e2c0021e9723e434432cef2c8c75cbbb677b282ccf6a4b47dacf6a518e4a4a66977942954616e3f2dc3b5dd9919c953fce9e477a5a1c2766d1b7948c9c851ad14c1a211b290bd0d9c425f3cbd149d992d022ec72a5ac42b3780903ca04844ef9bbc50eab46a1f39350a328a1e81f93d14ff509e96a65378abf311470f57c3497912ce79abccc2474be515d41d514a14f58125a57cb1d0a5207ca75a7b34e7ebeaab410a75a620801f4a307210c2088a8ac4e87b103210c81630883d88e61ec410fa2084a94a93f822806b11b21f422885e5903c6c1e54c920a601011c41145087dd8816159870fa25fca47e51a3d08cb99241bc6b094f56304c3182c49b4a2474a922eade0f3336826ed16444c6a12c49094a379c4830144d08f5049334bf7a89c352c7b876456a63a8a6c1f913884d1277b2d0d38c218945ad33a030861b8b41a6947399d30224b09b7bfb61b9728f212c201ec28e9d2033f42728761690fd945586e97fb85e7eda2ff638da8b49f23223d41760430223d4723118c208a08063124b52a7bebed1eee2d55005443928d1c41ec46507a80fc4dbaf5cb8ab06c21f9e76c5f0e628fd48ff6b65027a9737bd12f35221cc9de7ef9edb445616939e949fc0a6058a24bbe39575fa0c438daa907fd5276081104e548b98778112cb18090884bb9857a124abb3052b23b246772f4a20703e8419f449e6e99a4c7ff778e5851427e22db28be48ef321b8630023f86a42f8725ef894f7d18c4207a17f099748dca580b48bde816d82f3d4d9148f1c93122a5889764c3307a64dbb2d8d2c2e2d4909c6df513d387a485e5f8216b89e75144318288d46c106179d3de217d6e7185bc1e404f6957626c99b9246dc529c5a7c520da8dbe599a9679709af7a4f51eec40b0244fab932674cfa4f52833f4cc3383f0a2ac424ca17b07f96e6114d16ab423e5227a52e6592dd73bd38f14e14179f7a10c45fc2774c937b43fc53e6914c51e997d821203e212e522d2ae4f661a8a22b29deca33c43cf41e94b5a69bbd482d6297b68612fad441147b89cceb0a4bf8532ad1d926bf4a057fa9f984068d30cb2cf5ad98a7af2e4421cca3b11cb28e39cc9ee76fa1d954a3f00f355acb75a677d763e8213d15891b18fc505fb7a052a909a2ec2ee7f08e19e752e1d6be88baf26aa6db76dac5859b1c4ae5795ba762bfdda365bbbed025d76d5f81f6d7cdcf178ede3958fdb7cd051bda60887ff51f8e6ff50dfd749a1dee20a76d3ae98f0dd14a3efa3bdc5d5f4fd910a581de88d3b8baba8eb1b15d78269be9b52c35212bd71faf86a86951d5a976db56d99ae2f5af3089bfb90d03e5a54d0fb803e6a436f2ff0ff060000ffffa9c68fd50a656e6473747265616d0a656e646f626a0a31362030206f626a0a3c3c2f54797065202f466f6e740a2f53756274797065202f54797065300a2f42617365466f6e74202f75746638676f420a2f456e636f64696e67202f4964656e746974792d480a2f44657363656e64616e74466f6e7473205b3137203020525d0a2f546f556e69636f6465203138203020523e3e0a656e646f626a0a31372030206f626a0a3c3c2f54797065202f466f6e740a2f53756274797065202f434944466f6e7454797065320a2f42617365466f6e74202f75746638676f420a2f43494453797374656d496e666f203139203020520a2f466f6e7444657363726970746f72203230203020520a2f4457203735300a2f57205b20313320313320323738203332205b20323738203333332034373420353536203535362038383920373232203233382033333320333333203535382035383420323738203538342032373820323738205d0a203438203537203535362035382035392033333320363020363220353834203633205b2036313120393735205d0a20363520363820373232203639205b203636372036313120373738203732322034353320353536203732322036313120383333203732322037373820363637203737382037323220363637203631312037323220363637203934342036363720363637205d0a203930205b203631312033333320323738203333332035383420353536203333332035353620363131203535362036313120353536203333332036313120363131205d0a20313035205b2032383920323838203535362032393820383839205d0a20313130203131332036313120313134205b20333839203535362033333320363131203535362037373820353536205d0a205d0a2f434944546f4749444d6170203231203020523e3e0a656e646f626a0a31382030206f626a0a3c3c2f4c656e677468203334353e3e0a73747265616d0a2f434944496e6974202f50726f635365742066696e647265736f7572636520626567696e0a3132206469637420626567696e0a626567696e636d61700a2f43494453797374656d496e666f0a3c3c2f5265676973747279202841646f6265290a2f4f72646572696e672028554353290a2f537570706c656d656e7420300a3e3e206465660a2f434d61704e616d65202f41646f62652d4964656e746974792d554353206465660a2f434d6170547970652032206465660a3120626567696e636f6465737061636572616e67650a3c303030303e203c464646463e0a656e64636f6465737061636572616e67650a3120626567696e626672616e67650a3c303030303e203c464646463e203c303030303e0a656e64626672616e67650a656e64636d61700a434d61704e616d652063757272656e7464696374202f434d617020646566696e657265736f7572636520706f700a656e640a656e640a656e6473747265616d0a656e646f626a0a31392030206f626a0a3c3c2f5265676973747279202841646f6265290a2f4f72646572696e672028554353290a2f537570706c656d656e7420303e3e0a656e646f626a0a32302030206f626a0a3c3c2f54797065202f466f6e7444657363726970746f72202f466f6e744e616d65202f75746638676f420a202f417363656e7420393434202f44657363656e74202d323130202f43617048656967687420373232202f466c616773203236323134382f466f6e7442426f78205b2d323230202d323430203130363920313131385d20202f4974616c6963416e676c652030202f5374656d5620313335202f4d697373696e675769647468203735302f466f6e7446696c6532203232203020523e3e0a656e646f626a0a32312030206f626a0a3c3c2f4c656e677468203234362f46696c746572202f466c6174654465636f64653e3e0a73747265616d0a7801eccc37aa03010c00d1e1e71c9db37dff431a96ed5c6efb5e2524314d753735d07df5d063f574d37aae5eaad7de7aaf3ec68fcfea6b9cbffbe9b7bffe9b356fd172d8afaa759bb6d5ae7d878e9d3a7719ae000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000545555d5951d3a100000000010b43ff52285900f000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000aa010200fdff0000010000ffff5ab402530a656e6473747265616d0a656e646f626a0a32322030206f626a0a3c3c2f4c656e67746820393531370a2f46696c746572202f466c6174654465636f64650a2f4c656e677468312031363739320a3e3e0a73747265616d0a7801cc7b7b785b5795ef6f9f87fc889d587e3655da6ef9c4891b1db9699cb479b8a91e961d25b6a44a722341a15624d9d6ad6d1949ce8367799429869619a6dc19a04c3bc35c66e8b4652ba521012eb7cc059ab9b4d3a1500803f32c4c99cb74603e866120c9f1fdd63e92eda409ccdceffe719daf3e4b7bafbdd75abff55b6befe3da6000d6e35ea8988c266edaf1d5c53d3f04f04f0026b3739905edb09606d8188073d9a3159efceca614a06c0620a616a6e78edca4be0350be09ac6f99ce941700b4016d7f0ba0717af6c4d4e75ff9ce32d0f643a0636c269fc96dd4e3bf0036ef0470cbcc4c3eb3fe2efd23c0e659009b67e62ac71ffe51eb00b0f937017c60b698cd44fe39f1bb40df260007e632c717d4df6ffb23a02f0780cf67e6f24fa4f82b40df7b00d7c68562b9b2dc841ce07b14005f28e5171efc8b478f02be67007c0baaf6f74a0a3aa07f541f04984bffa83e08a85fc79482464559d7a0ea00a03d0ae5d3311c3f0f0000c039e7e0c0f24587c75a64ef6bf820131c78e46fbe0d6807f5b300cd02605025a22dd0f03880ebd10615ebc1e1c7304610c51d98c061bc1e6f4001b358c0f1e56540ce076bf389da7c06b39847697979f9ef97ff74f94bcbcf2c9f5efeecf2a9e5a7974f2e57979f5c7e7cf94f961f93d67ed59702151a7438d0804634a119ebd08256acc706b4c1897674a0135de8460faec1465c0b1736e13a5c8f1bc0e146efafdafcb55f6c2fdb8b3338a39f05b48380b5a8bfbafc5d2dbbfc8ab5b876ce717075d671f00af39e35f31e39ff06bc8817318f7965d87a8ecd59cf29afb34ed1b33eeef02a4f3b82ca23022617984885d29c1f3a8df5771c128ec4eb5262a74bf4a727a7f8d2444a287d99338d6844366b1c71b9dd026981a0317c120cc1c980573053f0c929af504cc36db8bd423579ee29b5b30b81a0e808f2c9c94055e90c06aa7d6a5028c1e4712e5a0ca10483999cd062c74f2a8a129c0c08777e935b28c1e0c9f55d2cb0890b2568044e76b08ee064c01088a5f2e993dd4c094e06bc423385ea115dc194e136dca23b18340462a97cdac5735c3c1313da96d79dec67adc15036241ca1945ba87de9f8eb536ec3ed5a4a71118ba5dcc2977671b13b96728bdde934afb2d660281bcae4447f2ce5aeb2d660281be2627b2ce516dbd32e2e9e89a5f8145f5aca70d11c4b4dbab8e0b1945b344fbab8b82596728b5b265d93e974da25943ed112cc0ac453028744732ce5162d41d721717d2ce516d71fca9c6e4356b404b3a7751c49a77399b4609e74da1088a5f2e934cf89eea011487b856ef210175a5f26c745433096120d4640341a0197db9d166cd22b1c26c12d540fcf551b8e04b8683402c2114ab9ec60e8bbd0274359a16f7373d118e44b7c49304f75bbde27b42d77a42663ae4c3c9d32d2ee3417be444a308fcb2d7c69432096caa7bda2c1144d41cf4928084e06bca2d1144d46c0e0024620239423538265059b140ddbbca2c9e43cc4c5fa60f6b486235c209612bec9f49460d9c961c126bda2d93cd9b41ec150609bfb2418829301af58670a048de1936008d2e7167b17e631048242eb9be4a12523c3735cf058ca2de012db6329c15dc2974ed7bc146a9f91191e1664a2f52acbc5e6588a16af84b676d17ae2bf1178aab5056a289672bb0c777a9bdb2b3698554509895c66d82bda4cc12639171b82070562292e361881b4680b1e1488a7b868330269af709a5cb41d99122ccb4f6bc82e1919e10c4ef2a5492e9c46c0f08a76f3503255d572c3e9cda2356f1cf78a0ef3d01da943895455cb0da75deef466d191378e7b45a759457b7022556d6f0f0a960908a7272d10144a5fa0ba41e90b54db94be8060dd06176a5f2c5565084e0aad2fb0b4c4c96cdb36b7215886d76457952138296889d297a1d9b4d8101c156dc1d149a15c9aacaba4b00a7418c3820505f69f648cc9b2ef325185124aa644bb11e021b1de08885643e893013ef9d96bae6170a20381406069928b4e232058a6dad9e811eff7b87ad35ed16d56d1e5f18a1eb3caba3c5e718d5955ba3c5eb1d1acaa5d1eafb8d6ac6a34ee32ab3a3d379955073daf33ab0df4bcdeac36d2f306b3da444f8f69f01afec23179289932f880606f70b9dd69af30d74c76af4cbec99ef4ae99dcb23259b227b909b1c173d53805cb3c6d871a082c4d56d7c4e736abe01eafe835ab8c9e865955e8b9d9acaaf4ec33ab1a3db798559d9e5bcdaa839efd66b5819e379ad5467a6e33ab4df41c30f99064f94d269f14d74cf2a021d824712223d8a41820ce6e37c54d1e71d336afb8d9e47c945f259b4666b7418dfd576ab808b71df51457d73b4201c1bac5cddbaa3aeb0aa5b6a7651607d7c073359d9d26df253ddf65a2a6137a6d9b10cc23d607af3c8eeecfc8d37378bfb1bbba937551acb7987c888f5e2542816066b757dc6a0ef40c79c5ee5fa72a5830bbdb2bf6985505dd7d7c808f0a1801a1f4859796468d5123c353475ceeb46046e0e46ec6ba3ab779c55e53a05bf41801a1f509ad6f94d4aa2d088875414f7e69c0e07c6869b757ecbb548d0fd8fb098711a86b7331194b71e1bb23f594c675ee7a4adba25f9b0e040c2e9a837cc9902b8c9149e1085e5eae935c308f7d2a69c1c99c21f46026174b092d9871093d38499deef235198373a16d314632bb5d86680e8e08a54f3407a595497e25230659318423384949d2fb32427fcdae42db92e1d4b2738650fb2673b54eba6a2bed1543752c38e742df52c3c218daed15b7ad4c896683e6478c513a07288bfbeb7342ed134a9f745420991ae04386db45ded70639f9554b8570f409bd2f4c1daf7e77b193f85a864d1ab56c1944f9dbebd624fab5744d0a3e39753990f514fb4c830f108a23a227988ab9e2e9141f4a0f54b7b34e8f57f82f998dbb6297cc062e99adaf5dbbdfe52b82a6d8eb59ab505f5437386c8a7d9e25ce8788634bbbafae2a1cc101b1dde3152119b246b702ce09f98c68310276e84467830ff10163772da011b3daacf50504bae592ff24a547af4430e2d77f96c542e91ba13e3664ec76b9a5d7365fdce99a9fa366157b3d75540e9855ecf3b82967844b2d9a1508c2a640975df6274115de31206ed9e61507af327ec8ac827576885bb779c59829f66cf38a71423164f0013eb26464ea68454c22b418f77845d43c098c78bc22669e0423e10ef324932371f324932309d219f5784592744898201d12ee241d120e9b4f01087abc22653e4577708f57a4cda7983df63af329c6e4eceb498fd1ec5da427a537909e94de487a52ba9b6c863c5e31493649c8904d128e904d12b2a473c0e31539d221214f3a244c910e09d3640fc31eaf98217b522a903d29fd17b227a57b488f91de2ce949698ef4a4344f7a522a9a550cad2470417e123e8f57bcc916fd1eaf2811e8a426021eaf289b553664eb546c917416a50e4d90ce51b38adb56763d263fc95d8fdb22ad38618ba4fe66b3ca6eb315de628ba4f0565b2485b79955ec5fd9efedf293dcef1db648eaf7da22a9bfd3acb2fdb6c2bb6c9114de6d8ba4f01eb38adb57f6bb4f7e92fbbdd71649fd376c91d4ef37abec765be17db6480a4bb6480aef374fae93375be1709dd414359432dc2e773a1df088c6bc5037c78ed70f742f18d8f2323640a11f74e8d001150dd8e6db0a4055a04e43614c390c4561776b8c292c0a3438740d2a54a7eee8f1b89d6e679fdbe966d070c1a7de7be15e1de7e1d3ee0514b400fae7f4b3684033c69f6e661ad8d821e189a57c5dd0a0304d9901b07b5c5715c6f6b088cbd70568b80f1a14a62933baaa3036c42269df7aa0a9110d68703a9d8ea68d9e41e6666ed5ad76b8d516653fdba90c595ff99d8b0fffcecbecb97fd0cffe72377bbfb5a8c494080030c496bfabbf5d7f151d18f76d58c714d60245551883aa8e1daaf9a3282c03c6f68f43559101703b222e5f071814952985fa680091f4a95e6373afd674ad877539dc1cce36b8794fd766833bdbdc3bf4b77fdb7ac67ab735c57e8f7d90a9ff62fdf8ecc565e5fa1fb1eb5f9e64bfcd8eb2b7b3f7eff997bb2f7ef5e25910464f00fa31fd2c1ae1c4c821e94c3719bb1bc0ee71728b8067129dce5a560a2bc375709c1bd635a1110d6ebda9c733e8ac79b5757047bb73a762184f282a4bb1a2f556eb0f3e33f7d31fffe41b1fd0cf5abf6dfdb1f521eb9e17592b6bff19eb01235fb4a7f5b368c221db938d50a06a8a3a0dc66a1ee94cd3f6681197af877ea0a3804dd7756866488ba47dad009ad0e47452aeae2577badc4efaef09adf1a2a9e42f7e4c3ffb356bff73177f0b8acccd3feaaf621d7a306e5bed81aad692a13345414663b57474d18f9014a61656c72921be8ed616860e674b4f6b4f838e756c9da3a9dba3d7524309eadbd1ee6c538c5ec5d9d6aeb65ba7adf7b2b7b1188bb2b759efb21effe2f3cf9f3ef3fc737decf7d90c9b630f5b39ebbf5a0f5a53cf310feb66adcc6b7dc3fab1f553eb2fc85feb9ce3cff557e1c475087c465514846dafbb56bd0639bd9642d2e7fa28797c6af396cdbb88427d9adeb079abc3905ecab4b1b6764a9bf456bb97b999f7ac55fa65bcdffab2757fdde9f34f7eedf3679e7bfef4e93fefcdf1af161ed1d9275996d99e7fd8dac47e64fda3f575e6656dac8d0d58dfa49fbc6597ff526fd25f858171df8636a6302753a080a950c7ea01acd600a066a0aab7abf51a00d5406d34a046d2a74ce3465903b7eed206f9ae9d37299bb7ec6a73efe8e9da62f43aba3abb6f50babbbb3a3577efd629b6e9c72cf9cef77dc23a2f94bbac1ffcf3df3cfd81e14ce9b19fff77eb8fac07deff64eb85ec57eebd75e7feec673ec91e1efcdff1b123fb47369bb7dff5e54ffef03b2e2219fa01ed0bb28f0cd9aeb653bf627783b1dde31a53d53de4671b98c2a0324cd3d0901a49fb5a805ad3d09b3652afda453464e7ac98f69015d37efad24be75bc1f0e8f277f52dfa5974e2167b7f27edbf7b1c8cadc240630cf7d5c724087ded461b65b1c3edecec1ee44ea7dbd9e9687018bd5bb76cd9f528dbf9c0c7d926d612997ee0d50b1fbb67423f7b61f15bcfb077a87f70a1fcfcb7a37395d877bf0ccacd46a061513f8b16043ebbcea1aaea4a9fdca03085fa80ae29b528e5888afbe4880c92caad052dcef676a7a3e95a8f9bb9197377b041e65619fbb0f51e66b08dec1ac69699f7bb56deface4fac7fd7cf9eff8ab6effc9f6afb7fb95bfdf98526303c629d53e61d1e34a0d77703148da98a9a05b3cb7e2f8b5c826487d3dd653807bb1e612f9c3b679d6b483cf1cb8627e8858d61c83aa7ac93fb6cf26da49fbf3264a128eadd50d5bd4ac4e9744ac4987bd7a0d3d8e556d659379f3bc75eb0ce3da1ffe20928082dbfa2edd3b2d8843efcce21e18da57c9d9d4cd53a98a25e074577e84c81ae8db97c3d2bc3acc101a637e834a38fa50fc95537408143571cd4bab50c34cd3fdec0741d19c64035e8f2dd481a0d9768a0a1a1a6308e35ba69df3ac3e8307a0da3b7b1e97a4f5f0fa5d87018bdc4f9c15d3b8dde865db750fe3b0777f4ed327abb3abb0777683b1bde38fad99dadf77cea434f29cdd1c73f567dfa59f6bbf136eb5d233f4ff8a63ef5c94d1ffc60f537d9d1dc9f1c796eccfa9475ed3b17fee6e4ed09287868f915ed218707ade8c67b7deb34a62bddeb154d57c60e89ae58cae702637bc7a1eb4a068ae21f87a621a332600f22ae43c2134bf96e00637bc7a1afa8007bc6a16992cf0135e2f2dd0076b9c6d05a8d74dad7d4dbbbb9d7d9e668dae471bb9d6ee72d833bdabbda60f46eed1edce16c337a1bd817ac73acffe35f78fc1bd68f7f7ac7bb176efdb7a78e971c9e8b8517ac977e667ddf7ae6cf3ad8db58e6d336370e2ebfa2712d8b0e0cf83ccd4c61eba0d0d10f551dab371fffca011c40c4300cd964fabaec0e69f7174ec5b643e3dffc84f5d7d6ff54169f7ceceb25abfaa5c78effe0f99b9997b52bb779beb5cf5a3af9bf40fd7af9152deaf0603d7af0078704c1b7a19969ac6783a26b60d0d531d72523aaae128548d10545d94b98c8d3c86f5342add1c7ee14375caea2aa7b6c3dd45876058da1b51a36cecef6cd6ec2b9cf61f42abbda30b8a3c749906f317a9d6d833b6e55b73efc85c7bfc19c3fbde35dacdf3a5724a0df74ea05e6f919dbc47c1bd9dffde225f5a31dd6bbad473e4d582b12eb062d8b367461d0b71dcc065a19830645d59469e87a3dacda8d278088dbe96edfdc2b1db121df093a8cdcedee1dccdd66f46a0d9f3d6dbd6a7d85757cff9ffef2e25b6e60db1eb0b6b2fc237ffcb3bfd8cff6b1768bdd6c7ddd3a657d95fd1ddb08ea6d3b01e56f1dc3e8c07dbee626a62acd8ca9cad82171632ce5bb0eaaaa6424843a03ecabcebef106e670ec71446a10bbe882c1143af45fab72f5d9210741bb0140073a9ced46afd3d9d8b4c933e834760dae9c545d5d835d86f393a5127b6f7232ee7fc79933ea6f9d89b23fb9f619f72baf3b73a1686319b3eed2a25a168de8c5eff93a1ae9badcc414761d73289b98eed06a75c9e50949a78f7f1c8cc9c8f68cc3e1d033d0f5a05e8f6833346ddfb854867a55ddabaa0daddd329df6351b7dcecd46afbba1e93a0fab13a66b9548f6a1e4eeddbaab7b70c72dbbd4ad367b1efec2632fb1ce9f10a186d20f59fffaa5bffacec73ff12162d183d6e3e2ec0bacff9f583bbb6de385cf9dffebc83ba37f79f8031f07c343807697c383364cf89a55a6b20d4c51299f9e584ade09f75201d798a56b8aa2ec516ab7c5d7cc0c29b5db621bda8cf65e797c0dca3e238fd29d5b8cde06e743acff53cf318f756e70f8f8fb1cb2b5fcb70bffaefc8f7b624f5edc69e76709605f7578e4bb4bc4aecb1e9da9aa72b7a416807de31aab5da2af3823efd1ed9a06680d5a834397ef370efb2eed644e377961fd391bd20e9e3fa5b7b38dd62bc4eddf587e45a1ded202c3c7e9f6c1181465cc6eac8a8223760f30da7bd5a68d7613935784eec11d4a3438663dcbfab7055ca74e6d6433daf7ce1f7aeb781d5f59b76f92f8a28e2f35a40e59aa7480ed5bc5b616b08cb27e07f5af4ecba4ecbb7c86a0b76fea9762df258f31f795b0d70e9e7a612df4768ff98896957777af6fdb1ae32bd7f6002257bc9bf7d2ad7c70077ddfbae3965d946a475767b772cfbf592f31f3fc79ba735f5cb8f79d7373f7debb91ed632a73b0ddd659eb82f573ebcfce7cfd54f5c5179faa7e130a1eb216b587b42ca8bf1ff16dd0984ead5dd3d73355a39b2dc1e692bd4e618ceda36e6e9f81448bdbe81d8f0ec27dd49165bdfa5fa341e7a0513f0719bdc9ac9e835451ceab1e84d6a2fed2a9176a27e146513b0a19bd672917b52c5ab174483ab841650a5a1a155551c61a180eba7c1b1a18d8cae8ca89d44eb4aa1180fa0c5d7cedfc77dbf9af5de1fd2bb3579ca07ba37d3b6e45abd12b6fc7834e4afe8e1e3a721a9c4fb0fec4277a5cbbb71c4b50de1dd6bff77cf4e20018deb2fc8ad6a265713d9de11b98c2da56df2356add77b5b408ddc68f4cb33fc56c26ad7cead7435ae1de4bd5d9d3d3df235c1e87dcb3f7cfcaf3e9d7bfe2dec85df3bfbbda9177effceef7dd87af587cf6d3e77d7f1f0687fe2cd6f66635bbfb66761f83677e281b73e7c46be176c5b7e4579580fa2133b7c3781e9547fba32b6ae59510e52bd2b77ab4c51646e513b8f0d6787b37df58073cad3a04f9e02b22c3f521ab39e3d7e9cf5bff8e2b640ffe7ce5ccb6694c0996ff7fee2ccc51fc8fabc7ff9152da61d441bde63e7aeb99511b3a8f05df50f9aa2d4ef101daa4d3b6a07baa6d897023b653df614bd37ef91ef8cb57ee15a3b33b47666b564db0d8ae25a8f7b97c358692ab73add4eb5ff53cf5bdf62fd3b42c79658ffa917d8ebd5c68bfe7b624f2acf9d3f0546ef1a5a5a3b0807f63e4dfc62b5b7bf56bbab1060b261aff94cbdc2b70e80038e76a7d6748dfd8e31c8d827aca36c37eb623ddfb34adac10be7555ddad80fe817b483577d9f91cd6bedfb4c7d84787985f7998e0e774707bdcfa8ec80f56f6cdd992f313c76f659ebefad1ffce1e7b58317965566db56fee5e206306c07b4807610ebe0f7353537684c5356e25c6fc7a9a9f59369ed808c945e1ad7615d7b7b3bbd340ed2cb54077d57d5ed6cca7a8cddf19d177e627d9ebdd1faf4cbffa86c550ceb0fd95d17bf7ff145768ff561485e028af2c1efdfffc7efb87bc3d0cfb0a1914e297c335c90cfbf7eee63796bc8ea6c7cb0f1a76068822287e93c41c307ad18d0f8236bc8dadbf820bd3d5df265386a43ca1e407f162dfab388e9cfe209ed653ce1d88318fda7df89acf632faf567f168c303d8a83c864794c730a49511d25ec6435a1907b59711d3ca38a83c869d1ac92fe321258625258bdf20597b19a4f3907a1d9ed0ca788bf218b6692fe37ead8c8d8e3dd8af9509636c93ffe6f105a6b021f610fb891251deae7c5185ba591d56bfaaedd066b51feaa6fea0a3d3f146c7471d5f6eb8b6e1ae86538d9d8daf6b7ca8f15f9bb6344d357d528664b0dbb059c6aae01cbb0b0f00ec5fd75326e86b23db21b5e8cb6f2325bf2bf0d7c6156808d664156e8cd6640d0d98a9c93a0c146b32fdbecf876a7223baf0919adc841bf0644d6e66013c5f935bb0412166d157abe35dcaf5b5f17634343e4abfd5a435017857e31fd56406ade9c69aaca0b1c95b9355049a76d5640deb9b8ed5641d234df7d56407d6377dad2637625bd3776a7213f637ab35b959794fb3bf26b7e0fa96afd4e4d656ade5e56071e144a9303d53e1fdd91bf98eed37dfc28f9ce081c2747eb6788c6fe1078ab373f9320fcf670706b87f76969748b9cc4bf972be74349f1b182d068ab3b9da822db67a783e3bb0978f16394ded95bbd63edc992f950bc579be6360fbcddbf7f14a652ab35829ce14e62bbcffe8cd03bb07066f1c2d7a03ab3bf24b5c38542a94b96d8367e6733c389329cde6cb757f478bbc50e6193eb33897992f942b852c2f67e6cbde72be5498e253c5f90a9f2a96786526cf478b7c36333fbd9899ce0ff070a5cc8f7b67f285e9998ac9cb95fc1c3f96a7384d6925475bcd672b85a3793e552ccd9579718abf395f2a9a3c9b59285432b33c6af2d9e2b17c299b29e7f9acc9a70ad38ba53c2fcee74db9455d2fcca78ab3842cf9301c8ef09b77eeda6e7b369b9f2e1c29cc162a2778b99299cf654ab9013e5adc5ae68747c778762653ca642bf9122fe72bbc309f9d5dcce5cb7c62be902de6f27c2c5329cc9b7cb494cfdfc32532274a85d9d94296676617663247f295325f985d2cf3f289b923c5591bbde9526661a690cdccf2fc6c7e2e3f5f290fcc2e660bb90c21551ec816e7aec08e5aa62fcdcbc015a9d1dc3c5c28574a85238b15ca79718a57660a653bda42994f178fe64bf3f91c118ee0b09129cc4ff3d942363f5fa6c44cf113c5459e2bf2f9628567a64bf93caf14ed6d6a4a660d0c5a47bbe40ae5ec6ca630972f99f575943fe9459e174b7cae982b4c9db0f7a040079a9be3f915157294f05b2ce779619e978b8ba56c5e8e1c29cc674a276c0298fc58a13243bbd1b3b858b1772d6433b481c933a53c5fc897e60a954a3ec7174ac5a3855c3ec72b33998a747235d46c713e57a04565b9682e5fd9dbdccc39dfc62f754a72aee64d96323eb758aef052be9229cccb2d33478a47f33cbb52cef3c54a219b37ed38670be50ae1bfd6da3cf94384263e127aabc80d5cc585c2fc5a14ea2e2c948ab9c56cfeffb917644e66b4985d24764a6c291537154bbc5899c997f85ca6922f1532b3e5558c2921f6b235dcab0714c917e43ada967ee79530192d16a767f3b2c3f1f9a2dd1d684e225ea89409349b3ec55299cf654ef02379a2478e98989fcf154b65c9ab855271ae58c9d333b798ad94792e5f2a1ccde7f854a93867a7a15c9caa1c236e9093c49af2423e5b982a64f942a9502cf1632522ccbc4d9d32354aaaa1702238e60f8f87e27b79f24038c113d191e4617f3cc4c3091e8b47ef0c0f87867920cd9307423c188da5e3e1d103497e203a361c8a27b83f32cc83d148321e0e4c24a3f104eff5277838d12b27fc91340fa562f15022c1a3711e1e8f8d8543c3fcb03f1ef74792e150c2e4e148706c62381c1935796022c923d1241f0b8f8793a1619e8c9ad2e86b97f1e8081f0fc58307fc91a43f101e0b27d3d2de483819215b23d138f7f3983f9e0c0727c6fc711e9b88c7a28910a7b056021e1ee0e1088f4479e8ce5024c91307fc6363d2607025cae8e148284eae07a36b420c84f858d81f180bd98622693e1c8e8782498a66550a86874391a47fcce4895828182621940a8dc7c6fcf1b459db3311ba6322144986fd637cd83fee1f0d2578ffaf4124168f0627e2a17172393ac213138144329c9c4886f868343a2c714e84e2778683a1c43e3e1625e447f8442264f2617fd22f0dc7e2d1917032b18f9c084c24c212b37024198ac72762c9703472233f103d1cba3314e741ff4422342cc18d46643e930742d1789a4c1306127b931f3e104a1e08c5094f89949fc04824e3e16072ad5a34ce93d178724d8c3c121a1d0b8f8622c110cd466997c3e144e846ee8f8713e1c8286d49081ff6a7797422497693074214902dae21ac2913c9c323dc3f7c6798dc8e8e48e558349108dbaed250622278a006f7c0a87d894010452ce0044a28601a33a880a31f59dc088e1dd88e9b710b388ee0043802209d3c6651c431706c01c70114318b39e451064718f3c8620003f2d7c567310bbe6667d22849cd3c4a388a3c7218c0288a08c85d72b8d4c2964b76afefbd175cae217fc8764e8ed47da5dd5667ee9496ca28a0887919d1808c693bf681a3820aa690c1222a28620605ccd7e23f8a9b3180dd18c0206e947b7aafe2e3af42e1908c9da2be14a50ce69103471033c8a08459890979bd165f3b92825c9f01c70c163127d7d258050564c151962365785196b11630058e29192fe592a4928c7506f915e466e5aa692c228369e465bec2a8485bc7e195bae40bf1c194562ac8630e1cc790bf64a61e4b6ec52b62007947f9b53d29614eee5c94bebd59fa5994fb6691c1020aa8c83f25e088ca519b5fc4119aa7b83866e5cc94b4bd2859c4658c79395ef782f4d7ee17ae79404cb4395b91b1710c238c08386ec64eecc2f69a9e9d7fcac7340a3822ff0082bc23f697a5979439ca1931d7e6e15619db618c620c1cd95a4e33c84acc087b8a807241fcca62168bc8d5323e817999c7a21ce118434662372fa31a9571e6710ff84a84c15aad52443603e88f3016a4d523c8d772b820ad10f3ca3881391c9195429feb484da324b127d6136a54a954d994e5bcc4a18c01b94b1605e490914c227c683c8b22e6fe83bde3d29afe55f532000ebf8cecd7778d663463b8c639ea5d476415d7ebdc661ae59a6ac56621f9ce6b9fa75194fc2c615e76a17a87a3155425543584307186b2362d1948781336944ff2352cf97c02452c8223872238e65194b9a6baa25e47bb5177a16e4358530e662fd989ea8b6cd4994132d9abfb625716cd6650909db624d75c6acfd6aaacc1822c1725ffe624bfa833108f69df4b51199068c6251234b376973aa275de2ccae80947eaa765197b095969adae4375332fab84ec11967607a0488fc97a9a91d54bb551ff4c18528dacfa4a68dbd540bd9bd652dd51540bb237ccc99da82f512f5d4049e694b84ae78a8d37adb7255a479e5c9ed5acdc9dd0a39e45962843754b74ae55b057e2c3e5bf6de0bf12295a6db3ef526cc80e553dc79cc49062257e50e7a38caf7a9991d56a774f5a75f9e96c338cd0b17bdf6a3e8957d4a5a833d22940aba95f5107b3f348ded5b344ebae860ae151be8c73364bfee328d8515d990b97a360672f87c51a93eabefdff8a459dff753fa916b3f27ca6fe4039adb3a9deb96faad52275073a8989fb749a137fa97f5117a7ecd8481c5dc3e37a85ac32c4cece6babf4f20c45e4596dfb48f66c897a544632bbce13ba6914312dcfbdd53b1ce9d9fde3f275e4a7cd7162167dcacaca59eb11ada4198a91ba009d4d5c32bf5e9dd42d092dc2ae54eb2ab48ad730a04e40e8d43fdbecb0ef285449841a550955ff94ac7eba9f90afd4c3e866443e56706ca59aeb48d67b4d5976123adfe85e41b729429f2a85d03a262d54a40fd4eb56bb4e79e54669234e7789048218831f618c2384b8bc932671006124c09140142348e230fc88232451a6f118e288e24e84318c1086e51d300d2e5792561051c490461c618ce20092f2c61dc598d48fcb3dfc88c895a41b4152ea06308124a2358d5ef8a526f9d20bbeb2825692b51052d2931012528fd6110fc611c318c235cf6cdfe37255528e266457a67b14c53e21718860548eda1e704410955ed33ee3082359db8dbca39e4e1851a484dbafb346f7c311f01ac2411ca8f9e2470061692129e3a1b808cb11692fb21217fd716b5cc6cf119399a03882989099a399182610470c5124a457f56cbd36c3c3b51b00dd2129468e10ee44486680f24dbe8dc91b613d42cacfe5b98ce2b0f48f6cdba893d695b318901e118e14ef98fcb41a5144464e7e12bf82484a742937571a0bd6184796fc1893ba09c4109233f511e245a8c60242222df5d6fa4928d19f0bdb7187e54aba5bfb310e3f4625f2f43e497efcdf73c4ae12ca13c546f5457ed7d990c0040248c85c2625ef894fa388228ae1357c265fe3b2d682d22f7a031c9399a64aa4fae498905ac4cb61f891845fca76c4b61736a71272b53d4e4c4fc808ebf543d112cfe388630231e9591411f94e7d40e6dce60a653d087fcd2a31b6ce5cd2b6eb94ead3661059a34fb6a7751eacf29ebc3e8c0308d5f46977f284de33693fea0cfe1566105ed4558829f4de41b95b5b45b41b59a45e444fea3cfd72bf4bf348151e92ef3ed4a18807842ee586ec53ed9347711c96dd272431202e512f22ef4665a7a12aa2d8293eea33f48cca5cd24e54f33606f50cad1da59da8e20897d50e4bfedb28d3de61b9871fc332ffc404429b56507ce4217504aa7acae45a1cea968865d4712e65f700fdbf2895be01cb0ee46ce9b2af43a771369eaa32f6605ab0338d684476a18a86c02944fc37bb756ca30fbe96b836e2b8a5714be3350d7a736de84e654cdbef1870dca0cba196c0173b9f713ed3fa4cd3330e1f74acdb568533f045f856fed1d8197268b8ba99dd7f474af8ee4fd1e7dc70b59f3e9f6e843d80e1b4abba95863ed7782f98e6bb3f9b949a184ed397af25a91cd0763bfa1dd7eafafa6da7d9f27d427ba0aa60f8293de7c0f030f07f020000ffff968dd00e0a656e6473747265616d0a656e646f626a0a32332030206f626a0a3c3c2f54797065202f466f6e740a2f53756274797065202f54797065300a2f42617365466f6e74202f75746638676f42490a2f456e636f64696e67202f4964656e746974792d480a2f44657363656e64616e74466f6e7473205b3234203020525d0a2f546f556e69636f6465203235203020523e3e0a656e646f626a0a32342030206f626a0a3c3c2f54797065202f466f6e740a2f53756274797065202f434944466f6e7454797065320a2f42617365466f6e74202f75746638676f42490a2f43494453797374656d496e666f203236203020520a2f466f6e7444657363726970746f72203237203020520a2f4457203735300a2f57205b205d0a2f434944546f4749444d6170203238203020523e3e0a656e646f626a0a32352030206f626a0a3c3c2f4c656e677468203334353e3e0a73747265616d0a2f434944496e6974202f50726f635365742066696e647265736f7572636520626567696e0a3132206469637420626567696e0a626567696e636d61700a2f43494453797374656d496e666f0a3c3c2f5265676973747279202841646f6265290a2f4f72646572696e672028554353290a2f537570706c656d656e7420300a3e3e206465660a2f434d61704e616d65202f41646f62652d4964656e746974792d554353206465660a2f434d6170547970652032206465660a3120626567696e636f6465737061636572616e67650a3c303030303e203c464646463e0a656e64636f6465737061636572616e67650a3120626567696e626672616e67650a3c303030303e203c464646463e203c303030303e0a656e64626672616e67650a656e64636d61700a434d61704e616d652063757272656e7464696374202f434d617020646566696e657265736f7572636520706f700a656e640a656e640a656e6473747265616d0a656e646f626a0a32362030206f626a0a3c3c2f5265676973747279202841646f6265290a2f4f72646572696e672028554353290a2f537570706c656d656e7420303e3e0a656e646f626a0a32372030206f626a0a3c3c2f54797065202f466f6e7444657363726970746f72202f466f6e744e616d65202f75746638676f42490a202f417363656e7420393434202f44657363656e74202d323130202f43617048656967687420373232202f466c616773203236323231322f466f6e7442426f78205b2d323234202d323430203131323320313131385d20202f4974616c6963416e676c65202d3131202f5374656d5620313335202f4d697373696e675769647468203735302f466f6e7446696c6532203239203020523e3e0a656e646f626a0a32382030206f626a0a3c3c2f4c656e677468203137352f46696c746572202f466c6174654465636f64653e3e0a73747265616d0a7801ecc0810000000080a0fda917a9000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000a066870e040000000004ed4fbd4821e4000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000806a000200fdff0000010000ffff001e00010a656e6473747265616d0a656e646f626a0a32392030206f626a0a3c3c2f4c656e67746820353934320a2f46696c746572202f466c6174654465636f64650a2f4c656e677468312031313635320a3e3e0a73747265616d0a7801cc7a5b6c1b6996de57bc5952cbb6dcbe74cf7076e6b0cb72db62912df7c5abb13d3d62154b54b5659226299b35b39361a958922a43b23424e5cb249bed4ca6935eedeecc73360fb30f01f212207fc9db1377022cfa210866817ec8028b5c102079099005360102249b04d85e3b387f1565c96df7cc2ef2b034baebd4ff9fff5cbef39d5355ee8602e004de47129d5af38d37fff5eed7ff14c07f03d071fbce0e66710950d6005c70ef8ea9e6bd9201943100b1b9b3d5df7823f91b40e23c706276cb19ed009803e616014c6df51e6c567e3aff0130b704a0b5ed39dd2ff51aff0798fb6d0057b6b73d67eed6ec2a30f7af009cdfee8fef67a00098fb130053bdc075b0800560ee7f00c8f49dfb3bc9f75fbd00ccfd5f003470fade07ffe1835f074ebd0a64bfbf138cc68f3f4517d07e1b00ed0cbd9d1fff9bdfbb0b68ff14c0bf4532f55f126da481f4efa6df02946cfa77d36f01c93fc266025389c44bc792690048fd1e12ffac8efb7f0e00004044841cf0e42f32f9c7bbca6f1efb892208f8e97ffe7740eabdf4cf0110004041128ce82c52c8024820c1169e3c01ffc33b7f95dfc7f838fd7320f51ef07837fddf9ffcc794fbe4bf3ede95a6e2bdcc7b4f7733ef3d673f7f683f2ff7bf23cf0f3048941f7faaf41f7f9af8d6e39ff175b29e29243eca18899f0a6824b0de366da21b8f70e2d60d91697eab2ddece8a8b766793f6d6db2231ef7c3c8529b8aeba91cde5046c01432def4381d1d10b42d10475360b22a1a939355710498dba0f9367ce4237c469833a1d3d4c9c31f4703e698884d1ba4f62561509c370ba2255bfbf9f48248c8e2e72de5772226118fb27ce2afa5748240c55df3fad9c363aba2a506f7bf6fe39256174f4824869229917678db69a5373e29c61a802f5b66767a94be293ba485df8d6fe45e5b861baa6c898ed9c48cedb8d6fb7736a2ebbd72651afb77362d9ce9258aab77362c9b629548e1ba66b3a5d71b1dece85ca71c3744d128bf5764e2cda59129fd4dbb4497b7b0e89997abb932541f5764ecc74b224aed4db3971a593edd8b69d158979316bb8028db6c00d31536fe7c4ac91bd21be5a6fe7c4576f388fe6e08a59c37d94c6866d771d5b2879db5605ea6dcfb6a92bce19aa6e17445a2393446adee9923866d4dbe298aa8b2955cfe672b6503a0591d1186e91cc53373cb6a1939852759131dbd92819feb748774c57a4177224a60cdaa33da1e4c3c5f4bc485db8d5eed4b34ec36eab76ce26b1dc6c0b259fcd89655b15a8b73dbb208e6962dac8ef2301a3a317c49426a6555d250155774462635328ae503ae2d842414c6b4426891386fb28850d12a8b7c572c7de148adb290ba5531033dafef40918a6be90db8702a3a317c44b9a80a196f7a1c0e0fbd9c88a9257050c919aef90b9a73ad42541f5764e202b16eb6d4159b16cdb71942239af3ae5b26017c75f705c9cafb7f9f0416a870f9d60feabfac3e3b3489af5762eabe6ec855c419cd4c244c2145da75c10739a503a44e2a4f19e40bd4de2a4aadb62ce784fa0d12631a7ea76419cd248cc6d6c0ac5a54729b87baa234e191ddaeb9038a5ea6a41bcacdd68b5c354b76c9f17c73df57e419cd66edc6adf68b6c354b76c6773f67971da53ef17c4192dc4cbc67a3b7cf96543288e2e4ee56d014324e6f5f064625e0fe712f3ba50cea92492f3f576a8c0e888d4bcbeb747ec766e21a70ac5a158ce860a8c8ee023897987776d71d2a88839a3d21189a3c57a410943e0b45a168a21f0eebea228b2edcf6a0891305b6df1b2aa93294ea8ba38ae8a7447a7ce3f7ff55505a7701abaaeef75489c5175a138e199a9bcf8ad7cf635bb20ce6921cee60be2152d54cee60be2552d4c9ccd17c497b43079365f105fd6c214af67b530cdd7af686186afbfa285c7f8fa552d9ce2ebd7b4709aaf794da5187f91e9dc68b5552a0ae53bd95cce2e08edd0e6b983cdef479b85439b170e3687d126691027f32fcc5328ce4751aababed7090fe597d34250be205ed34285afaa1626f87a5e0b937c9dd7c2145f2f68619aafaf6b6186af17b5f0185f2f69e1145f17b4709aaf458dae4b96bfa15147bcda2143154a8739e108a5238accd9454dbc91176f2c14c4658da8422fa8a6ea2ca93cd8bf5023cbb8bd392971782263ea4239272e2f8469e5acd95eb46515df3a04cf8b74ded6e81d19f93b1a621df3f36342287971c278fe3acefdbe7c6e95df5597c2b795b39ceb158dae53e505190a18ce5241fcaa567ce57a412cfd2255a118ee52417c5d0b1338374f45aa08a8ba48cc5b7b7b15b5a23ad4dec8e66ca1a8fafe92a29c3db3501057358173e2155517a979919aafb05a380b5dbc64e4bdbda24a747d6fa920ae1d55a362644f64547da24da2536f9358bed57e98a234651fa62ea4bf6cebba4a62c6a03d559e50573a22633cdbae1d124a3e7a2aa58c4e571569c3e9d6db2265385991363a3ce99e3de3a8442275415d7196b2aa98315644625ecc18d24b879ee744652faac8181d2e527ade11e9cf5915a90b0ef1c8eeaa2239dfe9c693f4a92fbb20ae4fb0202291be1063a15e5f2a886f1c6c891995f757d40a3f07b88aef4ef644725e24e665a002ad7691aeabb92c471f2f12c715974264e6457adee289377977898af8798675d4b85a2a53fe9b136f12fdb85c1d419dcd67819c94785953a9c828ae88578c763ddbb0db74dd2e868bca997c41948eec36b2f523bbfa91ddc9d9c3f69e3d6168e26afeb0c2e4d0c4615913d7f27b44d799637b4b2f561519a32816f30561ca9453fc5640c4c83b6256d5a3d499ce2a5da7a2ba1427b4a28533a9795de09c3cf297a474e57904637efd65592c12f32b3cc7aeab4bd99c8c3ae24bce8ee3ac6821aee627a8ac6a21aee5735c33c625cee600024b13381bb5fd3eb8c34f17c595858278ef05eb37b410ca99d3e257170a624d135f5f28889b8ca2a9529156f6546782565563428b9bf982a869fbc04abe20eada3e14166e69fb8a5c6968fb8a5c69b24e255f102dd661619d7558b8cd3a2cdcd11e0230f205d1d61ef23b78be206ceda112ad7d4b7ba82872f7dbaca7f0eeafb19e94bec37a52fa1bac27a5efb24f335f101df6c982c33e59d8609f2cb8acb39a2f882eebb0e0b10e0b9bacc3c216fb43395f10dbec4f4a3efb93d2df647f52fa1eeb29acd7633d29f5594f4a03d69352a085b87e50c01d792796f305f1fd482ce50b62c8a0b39ad0f30531d242e57aa4338e44d6d9953abcc13a77b510df38b07a4fde49abf723914f3c884456ff81162adf8814fe5624b2c2df8e4456f8752dc4bb07f6fe8ebc93f67e231259fdfd4864f5bfab85cabb91c20f239115fe5e24b2c28fb410df3cb0f781bc93f6fe7e24b2fa3f884456ff500b956f460abf1989acb01789acf05bdafe4bf2cd5664b2fba944d26cabb96cceb6f5bc98f244f27cfdfee4815e8002e5c9139c44823f66d34803491cc3c2f2eb00920924b7905094c41d2412ca77538a92506ac0b14c3a852492a7d29957f2b953b953f3b9533905297cb69c7cffb3f7d3f8732ca7de0714fe624efce47fffeca3dc774f5eff331c9f928ff43fb67c79fd4f9ffe23f7f13b8fcf4c7d36f53f91c474f46d0d79eed84f1ed781a93f7dfcce5fbc34f5d914941ff3c6c12f11fdbd82fc2d60213a8384f28f715eae25f0ef955fc3ef00caff3a1bad005f52de3cf8622fc527d85702a5783d819760c4721217518de5144ee06e2ca7a1e247b19cc171fc93589ec259fc7e2c4fe36bf8c3589e5174fc492ccfe2646221968f677e98f87a2cbf8c1353ff124928a969003f9cfac35856909abe11cb099c9baec57212f5692f9653f8caf447b19cc6caf41fc572065f9e792596a7b030733996a7f1eeccb7637926f1a3997f18cbb3f8eaf15f89e5e3c753c7af19c1ce83a1bfb53da68bee257a73f1f215da7840babfe5f5827b748156835edf1b9135708b452af57a3464e5110dbd9137bceb758b95400f7a5db2c64ecf77e37317a253d6c02d5ea54a408734ae4a1f47d76e7bc3911f0ce8cde2e2e5c56b341e6f3abbe360db1f8ce9e2ddcbc5a5e25b972a41410f7a5debb0173a12dd8da13fa2c82f39832e19dbceb0e78d26a95402f247e4d0f66edf19f8a3b1efd2c8198c0a236fe86fd2663018d36630a4f1b64795807ace606bd7d9f28a648d4774bfb0edf95bdb638d4663af4ff73c8640935eba6c6ae08efdbb1e6d06c3fe88824dfa81370c34729d1d7fecf4a8a6512fb8e70d5d67e4514fa34d7f6b77e85130f0346962a267d166d063d03986b255a5cb6fbfb31845d6f3b6fc0dbfe78f1fd068ec0cbaceb05ba44af0fa88ee54d6c8dd76868e3bf68634f2c6e40fdcde6ed71bd1fac07783ae476bced81f6854197adef74822f360e8f77abe4b4e6f67dbd9f0c623dae9ed8e68f4a0bf11f422f4b686ceceb6ef3a3df27a5edf1b8c47c5deaeeb771d466a547483fe73881357ff685d8acf65cdcc4cd91f8d87fec6ee982b1f6cd278db1f45d9fa23da0aee7ac381d7652e321c1132fe608b7abeeb0d465c984d7a10ec5237a0413026676be879340e2233b1921683c1e7d84ad71fb93dc7ef7b436d728eeb27a3f02818523fe8fa9b0f221b9c687166a6e11da870a08cdfeec8237f40a36077e87a7265c31f38c307110134bae78fb7d91a5f83dd7164d5771d36a09133f468c71bf6fdf1d8ebd2ce30b8eb77bd2e8db79db10cf269aa6e30e8fa7c68240ff5bdf1d59919225aa0a34149cec5d1b85cf1feee684c436fecf80369d2d908ee7ae41e74fa2018fbaea74579f6fcd198f13fec6dc0f130a1998f8cde53e48a2f08c11f1c466112c2ce30e8eebadefff728d89dac68e0ee323b25b65c8a37822105e36d6f487d67ec0d7da7377a8a3117243a76887b9384aa9e2fcfb159fe2b6ac6a412045b3d4f0e3f1a04d174e03d89b83f1e3168117d82e188face03daf0981e5d66a237e806c391e4d5ce30e807638fafdd5d773ca2ae37f4ef7a5dda1c06fda80ca360737c8fb9c141326b463b9eeb6ffa2eed0cfd6048f7864c9841449d118f4bee21ab69ac95ac9b66e32ab556ad26356b2bad3ba586495693ea8dda6dab6c9649b7a9b56a9251abdb0dabb2daa2d5da5ad96c34a9542d9351abb61a96bedeaa359af45aa94956f335b951aada64b6eb0db3d9a45a83ac9bf535cb2cd39d52a351aab62cb3a9915535d6d6cb56b5a291bedea26aad456bd64dab6596a955d3a4d3cf1fa3da0add341bc66aa9da2ae9d69ad5b2a5bf15ab55655f2bb50695a85e6ab42c637dadd4a0fa7aa35e6b9ac4691d245c2e9255a56a8dccdb66b545cdd5d2da9a74681c6459bb53351b1cba513b94a26ed29a55d2d7ccc851d5a6b2d5308d1667f35432acb2596d95d6346ad64dc362c16c9b37eb6ba586adc5369be6ad75b3dab24a6b542edd2c55cc265dfc0588d41b3563bd61dee4906b2bd45cd79b2dabb5de32a952ab9525ce4db371db32cce6355aab31f22bb4de34352a975a25e9b8dea8ad58ade6350e425f6f5a1233abda321b8df57acbaa552fd16aed8e79db6c90515a6f9a65096ead2aebd95a356b0d9b5d3306127b8deeac9aad55b3c1784aa44a0c46b3d5b08cd661b55a835ab546eb508e54352b6b56c5ac1a26efd6d8ca1dab695ea252c36a5ad50a9b6484ef946caaadb7d86f6bd5e48422f11061355948b256a854be6d71d8b515a95caf359b56142a2f35d78dd518ee62e5c88b050c04d8c1030ce1630bdb188370112e2e81f0261671195740d8c0031074b08e871e02dc03e10208ab08d0431f1e46205818c0451145104ae8a1073a6499358652d3c31077e1a18b222a08a04b2b5d69610c073df87071d4df8523be269eae82a4058e8e2379d606ef4ff2604f2fd2bb2d631ac1478081ccbd28b35fc43510c61863130e763146806df818c448ddc56514b18422dec225e9a170908df5c25cbe08bb1b1231c6ea28b60e06323b03db7030444f22c9f91cae4a94a32fcf3b206c63177d7996d7c61257c248ae8c50c048e6ed6313844d993b3380a5a1cc7b1bde01c23d796a0bbb70b0054f569973e458efa320753916669126bd8ce1a10fc23d78477626b9740fa262de7074cc8a289221fad2722063fb818c3390765d38d8811fa34ba8c9d58895cc2cdee7bc083db9b3297def4aee91ccd193eb932858ffb03d2b8ea017dbe4fa47389461a10ac265bc8d77b018eb455ce07a6cc1c7067cc9df31b86746324aae1cd78cf91ef1f57599db1d54b006821bd7d4812b3163ec3903ae0573cd450fbbe8c6155fc740d631902b84353812bb81ccaa22f3f4f03dd0418646dce19c117716eff4b023bd6ec0c35846b323bd70354778803e366447f1fd04a92d0c25f6dc018c5a0f24e70157d993388c5094565cf8e8c2914c627c78dd4580fe2f39718ef6fe17f54b11f44bcf9a19cca01c738e27de86ece849cf474c1bcbec386bee028e9de409c21602c9cf210672764de6229fe02e617d4698a723576d4b3290f1666cb89e1cab25f9fc00017641e82200618040d69afb8a27245be34913318f3b97b97cd812f717fb98308365f6378925ea2cde75e0cbf93c94678efa8bb4c687b060cf81e45f5ff28b2703f398ed467170968c4a51a2d99048f0ce612b134427bcd995d9338e3c5b4732f7215ce96da2c37d33905dc2fed84b340138d37bb2dbb765f7726f4cee1943ee91a7b132465137f01ce7b3dc779cd58e9c0d7d6989e7123f297630943565aef2d328c29bcf47129fe3489eadaa2bad337a3cb3d813f365e2899f86635c95f890fcb300fa42a4f874c4bea3d8b01fee7a425f62c8b9323ff819c9157f1aa523bb359a9e7cead9677ac43046279a7d4febc9cf5a9e523c19f929c0a7795ef17c8deac8d14daac4e75e840ae3317a8673114b7e7914a2ac9ecf85675188aad7c56ecca4496c7f5db198f07f1227f7a22b9fcf3c1fb8a61336f17ce61abc11f7224f077e0231f7f969cefce5f9c56f4a5c9d0889bb87783ce990a70c89aaf3f92e7db64255f9ac8e62647f91c433ca91cc9ef084df34026cc9e7ded3373fd68be6c7b3e738ce88e3cc2cbe7365e71c8e884ff20ee7c853809f4d24993fe94e9e968c1663378ca70a9fa218039e048ccee43e6247f47ce34e62d4b84bb8fb3765f7f3fb09c7ca338cdf8c38c631ee1d74f304c9c9ac19c949c2cf377eaf70634fdc298cd63de9612c63e059f774ea8c0ede2e23c4f95da209036b28c1c24d9868c8b7d5165661a109421335aca0853b28a10153a2cceb753450c36d5828c34459be03da207992b50cd450878d062c54b08a967c4faf614dea37a48d12aaf224eb56d192ba3ad6d1422dd6780d25a9c9b1bc063a38c127d99b89b68cc44453eaf139e6c14dd4b1062b8e2c8abd214fb5e46a534e657e8fe2dcd7250e5554e46a1401a18a9a8c9aeddc8485566c8da3e399ce1871a68cdb2ff2c6ef872ba0186103ab712c25e8b0a48796cc87f3622c57a4bfea415e2b71662510eab2129c87817559b9865c5d470375d4d094514daaf5f90a97e337007e87e41c09266ec39415e07a736c6bf28d709221d7e7d95ad67047c6c7be23d459ebf955d465448c23e7bb26ef9e66549599739ccc2f032d892ed7e6796b46cc38f654c29ad46da20e53ee4c56981766cc0246c2967a87e364946e613dcedb92270965947013255424f2fc15ca71fcd539127509d78973e3fee2b8276c68621d3a9ab2962dc97be6530535d4503ec4678eb5217bcd9071f1d7e09aac347722f727615d6a312f3987164a528e328ea28838d594a7a375667a536638e91fce9679de4003eba8cbc86aa8ca2ff15559f3882b5c7503a5d82b3376c25cd68efa94fb3362107be3bb28d2090f9ef29ea3be835598b13e5be748e810a74a07cc60bc78aa3053f8bb836b77b88bd81a7be459c4579e3c17a5bda375e40e37e5b70f4f28e63fa3cbb561ffdcfb1c510377e4f4312506cc259e451c5d454e1aee22ce9df3e339c3d79aac255be29e8f309854e8f02a5be28e635c9e4e588e3f42996d5bd2460965597f6602a3cd27383f8e902702773d57f2300e134fcc329e3847d95de4ff0c97049efc19f0f88fd1e5dbcffd6e3cc2cf1bed50517e6c0b25fa5f3676421cd37f866ae9722e8d05be599e6da4563257a62e4cbd7a2c3d132fdd4eaca5decd14335f4bcba559fd0fce7c72ea93e39f4c7f9259461a2f2d8438a5ff01960ffef0dac71c50393caf7c78ab2d963f6cf37db71c5ee4fb4753881650b6b3e1ebbcf42fa6de87925afed06d494d946dfe2dcfb612aba9a5ccc5cc97d3e9130b8f94271f88d4ef8409941fa6bb1994cbc0ff0b0000ffff97cd97170a656e6473747265616d0a656e646f626a0a33302030206f626a0a3c3c2f54797065202f466f6e740a2f53756274797065202f54797065300a2f42617365466f6e74202f75746638676f490a2f456e636f64696e67202f4964656e746974792d480a2f44657363656e64616e74466f6e7473205b3331203020525d0a2f546f556e69636f6465203332203020523e3e0a656e646f626a0a33312030206f626a0a3c3c2f54797065202f466f6e740a2f53756274797065202f434944466f6e7454797065320a2f42617365466f6e74202f75746638676f490a2f43494453797374656d496e666f203333203020520a2f466f6e7444657363726970746f72203334203020520a2f4457203736310a2f57205b20313320313320323738203332205b20323738203238392033363620353637203536372039303020363738203230322033343420333434203539352035393520333237203539352033323720323839205d0a203438203537203536372035382035392033313720363020363220353935203633205b20353637203130323620363738203637382037333320373333205d0a203639205b203637382036323220373839203733332034313020353036203637382035363720383434203733332037383920363738203738392037333320363738203632322037333320363738203935352036373820363738205d0a2039302039302036323220393120393320323839203934205b20343739203536372033343420353637203536372035313120353637203536372032383920353637203536372032353720323634203531312032373820383434205d0a20313130203131332035363720313134205b2033343420353131203239332035363720353131203733332035313120353131205d0a205d0a2f434944546f4749444d6170203335203020523e3e0a656e646f626a0a33322030206f626a0a3c3c2f4c656e677468203334353e3e0a73747265616d0a2f434944496e6974202f50726f635365742066696e647265736f7572636520626567696e0a3132206469637420626567696e0a626567696e636d61700a2f43494453797374656d496e666f0a3c3c2f5265676973747279202841646f6265290a2f4f72646572696e672028554353290a2f537570706c656d656e7420300a3e3e206465660a2f434d61704e616d65202f41646f62652d4964656e746974792d554353206465660a2f434d6170547970652032206465660a3120626567696e636f6465737061636572616e67650a3c303030303e203c464646463e0a656e64636f6465737061636572616e67650a3120626567696e626672616e67650a3c303030303e203c464646463e203c303030303e0a656e64626672616e67650a656e64636d61700a434d61704e616d652063757272656e7464696374202f434d617020646566696e657265736f7572636520706f700a656e640a656e640a656e6473747265616d0a656e646f626a0a33332030206f626a0a3c3c2f5265676973747279202841646f6265290a2f4f72646572696e672028554353290a2f537570706c656d656e7420303e3e0a656e646f626a0a33342030206f626a0a3c3c2f54797065202f466f6e7444657363726970746f72202f466f6e744e616d65202f75746638676f490a202f417363656e7420393434202f44657363656e74202d323130202f43617048656967687420373232202f466c6167732036382f466f6e7442426f78205b2d323132202d323635203131313120313131385d20202f4974616c6963416e676c65202d3131202f5374656d56203837202f4d697373696e675769647468203736312f466f6e7446696c6532203336203020523e3e0a656e646f626a0a33352030206f626a0a3c3c2f4c656e677468203233332f46696c746572202f466c6174654465636f64653e3e0a73747265616d0a7801eccc398a42411846d14bb7f33cef7fa9c2c3a4404d4ccfc9ee57c5dfaffebe1cf8fff0361bf6f950a3c5986f2d5bb56ed3b65db57ffd3954c74e539dbb74ed56ddabc7b4010000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000505555f564870e040000000004ed4fbd482164030000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000806a000200fdff0000010000ffff4a4100fd0a656e6473747265616d0a656e646f626a0a33362030206f626a0a3c3c2f4c656e67746820383139350a2f46696c746572202f466c6174654465636f64650a2f4c656e677468312031343835320a3e3e0a73747265616d0a7801cc7b6b745bd775e677eebd001f2225f125ca86ad1ce88a924c5cd092284b9444cb042e40122609c00028014e62e31200492420c102a01e993671edbccc4ce2ac354ea67112c779384ddd99e6401ec7ca63b51ab74a9dd4e94aea2493c74c324edcaa334da65d691ccfc416386b9f0b50a42c39cdacf951302b77df73f6397bef6f7f7b9f038a0603b019f741453a12bff5c0853f1a7a0cc0cf00a4330bd6923aa11e03d82400913955e1e127b619007b95de6797e616666e55df0128ff01d8dc36679597006c05b69e07d03c57383bbbfdcfcfff10d87a0168db3a9fb3b237bc25f697c04ddf0470687e3e676d8db6a5819b9b01ec9a5fa89c491d6dff3be06603c09b0ac58cc5b7eb7ee0e6f702d8b7609d59523fb47d3770f379007cd15ac8597ffff79f016efe1ee01a5c2a962bb5bfc501e0481b00be54ca2d7de09b8f9d028e1800be0b557b967d100ec0f1886310602ec7238e4140fd166615342bca26270000780ccae7a338f30a000000e79c1352ab979d9eda327bb0e9212638f0891fff17403bee781600273d30a8a4873668f820801bb1152a5ac13180a3f0218259cca3802296711a675757412b1b73969c5b4409726ef527abdf59fdfaea5fac3ebdfad9d5c7573fb5fac9d54fac3ebafa7169e17a1f052a3438e044139ad182566c421bdab1195bb0151de84417bad1836dd7dbe0753e0fe3618a553b0ed4961d3f5ffda17662f5526d59aea8cf39f75f997506ae31ef79cdfc9be5fa24924aa0f61c9bad3da7dc5dfb023d1be34eaff294d3543e21607081e96430c5f9c4796cbe6b4238e37727c54197d89b4acff295e9a450faac2f36a319998c3ee372bb055202a61e38070633edf70a66089e9ef50ac5d0ddbadb2b5483679f54bb7be0374597c9d3697f55e936fdd53ed5148a9938c3459b2e14d3b4b2428b9e39a7288a99f60b77ee26b7504cf3dce61ee6bf890bc5d4fde7ba589799f6eb02d1642e756e1b53ccb4df2b3443a81ed1632675b7ee16db4c53178826732917cf7271212ab4dd779fdbcbdacd6026289cc1a45ba87da9d81b936edded5a4972118d26dd6224e5e262289a748ba1548a5759bb19cc04adacd81b4dbaabacdd0c66825cec8b26dd625fcac5c5856892cff295158b8bd66832ede28247936ed19a767171289a748b4369573a954ab984d227dacc8c402c2930215aa349b768335d13624734e9163b26acf35b91116d66e6bc0333a954d64a09e649a574816832974af1acd866eafe9457380c1ee442ebb3b25c3499d1a468d2fda259f7bbdcee946069af701a04b7503d3c5b6d9af173d1acfb85339874d9c1d0ff0b473a98118e7e3717cd265fe12b8279aafb1c7d42db7d57321d7559b154524fb9535c8cc49382795c6e3192d205a2c95cca2b9a0cd1627ace418199f67b45b3215a74bfce0574bf25949959c13282a54553bf57b4189c07b9d86c66ce6b98e102d1a41849a76605cba40382a5bda2d538d7b21966d0dfef3e070633edf78a4d8680a907ce81c1a4f7367b17e6d1054ca1f5a5797045b778960b1e4dba055c625f3429b84b8ca452752f85daa75b81802013edd7592e764593b4782db4f58b3613ff75ff93ed6d5083d1a4dba5bb53fd6eafd86254152528b256c02bb61a82a539175bcc3b05a2492eb6e8fe94d86ade29104b72b155f7a7bca2c3e062ebccac60197e5e436645b7448799e62b692e3a74bfee159dc6442259d5b281d42ed19ed3cf78459731715772229eac6ad940cae54eed125d39fd8c57741b55749ad3c96a67a72998e5171d9e948029943e7f758bd2e7af6e55fafc826dd3b950fba2c92a8399165a9f7f658593d9adfd6e5d308bd7655795c14c0b5aa2f459349b125bcc31b1d51c4b0b6563b2ae93c22ad0a5070433058e9f638cc9b2ef315085124c2445a7eee741b159f78b765d38d27e9e7e7afb76860e74c1eff7afa4b9e8d6fd8259d5ee668f789fc7b533e515db8c2a7a3c5ed16b54598fc72bb61b55a5c7e315371855b5c7e315371a558dc65d46d541cf9b8caa939e371bd5267aee30aacdf47c83516da1a7c7d0791d7fe14c4f24923a1f10eccd2eb73be515c6bac96d6b93bf634f7ad74dee5e9b2cd993dc80d8e2b96e9c82594fd9a1fafd2be9eabaf8dc4615dce3153b8d2aa3a76e54157aee32aa2a3dfb8caa46cfdd46d541cf3d46d549cfbd46b5899eb718d5667af61bd5167a0e187c58b2fc5683a7c5f6343775c1d2c4094bb0b41820ceee33c4ad1e716bbf57ec37381fe3d7c9a66e0de9d4d85f57c345b81d68a4b8bad919f40bb64decefaf3a584f30b92f25b338b80e9eebe91c34f86dd2f3db0cd47582af6d138279c466f3dae3d8f69fe4b91538ae0f550fb21e8af590c187f9d875221430ad21af386c0cf40e7bc5d06f5215cccc0c79c511a3aa605b1f1fe06302ba5f287da19595317d4cb77872c6e54e09a6fbcf0d31d6d3ddef15470d816da257f70bad4f687d63a4566d835f6c323db995019df3e19521af38b6518d0fd8fb09a7ee6f6873918e26b918b92bf9a4c61ddcf5a4b6db7163caefd7b96835f98a2e57e8a369e134af2ed73417cc639f4a9a99ceeac2615ad9685268a6e5120e334d9deeea3596ceb9d076eba3d6904b17ade6a850fa44ab29ada4f9b58ce86445174e334d4972f459c2f19a5d85b6dbe2d4b2b3ba50fbd2d97a27bd622be515c30d2c38e7c2b1bb8e853e3ce415b7af4d89569de647f5313a07288bc71b7342ed134a9f745420911ce0c3badb45ded70739f9554f8570f609475f883a5ee3ee6227f1b50c4bebf56ce944f93b1ad624faf574a5054fcf5e0d6423c52386ce0708c551d16b26a3ae582ac9875303d57dacdbe315be0db3315774c3ac7fc36c63edfafdae5e611ae2a867bd426351c360c010c73c2b9c0f13c75686aeaf2a9ce680d8e7f18aa00c59a35b01e784bc25da74bf1d3ad159e7c37c401faa07346a545bb53ebfc036b9e4b7a4f4d8b50846fcfa6d592c94be51ea63c3fa90cb2dbdb6f9e24ed5fd1c33aa38ea69a0326e5471cce3a69c112ef568d6200819023d76d99f035578d78038d4ef15775e677cc2a882757789c3fd5e31698823fd5e31452806753ec0475774ab8156d820428b298f57448c73c0a8c72ba2c6393012ee32ce31391233ce313912279d318f572448878469d221e104e99070d2781280e9f18aa4f124ddc13d5e91329e64f6d8ddc6938cc9d937921ea3d937919e94de4c7a52ba87f4a4742fd90c7abc224d3649b0c82609336493840ce98c7bbc224b3a24e448878459d221618eec21e0f18a79b227a53cd993d25bc89e94de4a7a8cf40aa427a505d293d222e949a9685431bc96c025f926463c5ef13bb6e8f3784589402735e1f77845d9a8b2615ba7628ba4b32c756882744e1955dcbeb6eb69f926773d638bb4e2ac2d92fadb8c2abbdd56f837b6480abf6b8ba4f07b4615c7d7f67bbb7c93fbbdc31649fd3e5b24f5df37aaecb8ad70bf2d92c203b6480aef34aab8636dbf77c937b9dfbb6d91d4df638ba4fe5ea3caeeb0151eb4455258b14552789f716e93bcd90aa7eb9ca6a8c1a4ee76b95329bf4734e784ba2b7aa671a07bc1c05657b1050adb0438363900154de81fd9034055a0ce41614c39094561f76a8c292c0234391d1a54a81d0e67afc7dde1eee87377b8d9260daf8ea8f7bd7a9f03af6044bb8fbec53f0f284d8cbecdef9b10fdd1e408fd4281ddab30c68eb0b06bddeb300ba7465ac928d40eb5a5d733d8e5569f1f646c90b1da2aa0c8bd1ed7ee94fe85eddd7a1d4c55957ba128c7a60030f2d0def89a33d246a7a6015a93d6e474806c39c9d6e1c126f5f060d3f3fb5fde3fb5ffe5fd2fbfacc65f7e190a76008e90e35934a115534fb5320d6c724206d2030d0ad394790043530e55a91bee0134bcab3129c7a5d9cd404b339ad0d4d1d1e16cb9c133c80699aeba55e65677a8a96f32e527a1cb7ff20f6c8cfdd7a2e3d95f0fb1476ab3ca21e56d50f0d4ea0f9dcf387e8e4de8c5543d6ea82ab3c0d8f129075314581a03ee40d835d243bf3a51989abf32ee473835d2d5dec6d0d5d1d6dbdedbe4c026b6c9d9b2cde3e0e8ea849b4355d077005d9d8abe13aad2a96eabfd65ed7ba363ecdbccc746986774bc66d4bef73fd8f1e1a35ff9c94f6b7f7eece817fbd813ec5e96619faddd5d7bacf607b5377d9c05593fd3d968ed4bb51fd47e54fb0200051f5ebda47d453b8116f4e2b1a71863609313a23b9a1ce905a05a1a5355df1418532c075314bf12764d889e6872c40540b534a6aabe29381c47a6c098624151fc4ad83521faa3c9913740d38e4d81f4704db5916b680c4f8131a5be512a951a69e9e8d8b553dfe96cb9c9c3ba76eb5c756e1b3c70d8a9ef540e7762f040efa0aaab6f293e10a8bd78521f4dfffea73ffdd74f7c68ff11167ae9debb2f7eff227bbbe2b9a11611df38fc22dbf30bb6830d6d7fe51928f8d4ea25edeb4e0f5ad08bfb9e620c8c4d4e08573439e282c37174aae1848f68ab4a18fc6a782db0ab5434ed88ad0755aa8dbce1b51ac3eb35ae8a4bdd36c8bb0eedd677361d1a3cd0d9a440dfb9a7890db25f151f0832d7c97571d59e7ee9ded4b3ecf845e5cf2e7ff74656ad7e63e8c5da0f7e517ba1f6ec0d6dcec354637864f59256d64ea09bba442b5358f726455594496a11c449df1454151640ccd3f55d6eade5464fdf15449bd650563fffb4f8c1b7076f63f1fffdce4fb93f9cad7d32bee77d8ffdee1fbb8fb263afb036e6ddf599fdb57b9ef94e1080820faf5e72ec90986ec7bb465abb1954c61894c90949281734ede81a08af2115351fe2c30615c755c4ba96c6f046c68cb47474be2e61baa8aedf726dc6cc5cac5dbc1667d8cfffcf77648c1f5dbda4fd543b010d3d181cd9e7640c9a836973d41729fbbe29381c0dfa023d5d9d1d5bda5b9aa0417337b5f47a58a7be53654d0476d7210c72b5c9adb80fa8176e7fe9f2b4b2c4bff1f42b3fbbed000bbec0befcd6f6cb9e032cff31e561766bed5b35cfc786d9306ba931e3f2a5db6bbf47bdfb4b80fa156700ddc88cb4b6305569654c25b409ca9ba1aad28f9129076b74de63534dcce93ce20cbb5e6f7ed8194e8d6c01d08dee8e2e7d67474773cb4d9ec12efdf0e0e14ef701e2c74e6753d36093ae7ee9cb1fdcf1c11bc2ecf01d93dc7ff0cea9ed3b5ed8f1c297d5271ebe9fbdf3c68febd6dbfefdc3af9e205f1f07b46f383dd88ae8532a535456efd2d4658e121febcc74688aa21c51c2ae6bcf0c2be1d448bbfcddfb56bd736787b3e5466ad4eaa141aeaaba5d42eae3ecd8c5f77dfd6f58afffa35f7de8c65d937ff8d57febf45c1e7bb1f685577fa93cf7c03dffebb20fe4d3b7562f298f3b3dd8829b466e0014a680dd0745394a84f2b370cfce6eb5e5060f73ee500e53c60694c36c90fdc7364d1feebfa977b76fc1dfbd85e1228b1eb96b703b7bc869c4cf4e69f48b6e303b5eed04b6a2b0162fb5cd2e597a8c01c7aec4da383368b07170f8ae4c4b288e5d3d4350bc168baec1a68d587cffe22d1ba1d08e3fb70109051f59bda43dab9dc02674c13bd2bfce83b5a3cb8f309d4f1d5bdabadabbd69d4f3b952e6ac29daa823dbcabd3cd554519fae15f1cbc8dddf1df7ffcec6db7d52e7c95754ec76bbfa8fd2291b8811d641a6b62fb6adfaafdbaf6cbdadf3cccfe883d5a7b73ed4d907deb71407d403b8176dc3f21c1dad4ac2aaac2269b18ee748d6c6a62607244994cd90a9da0b3d5465363aa7a64ad456fb3c154943aaf1ab3d79c1856a921d3cda71dedface0e071dff12499bec4d2ac1f89e277addbbf6f1d2671e22081de73b7e74f9a0f4fbddab97349776023751bfddcc14b68529d8d86feb67a05f0defd5f7eca47e7bf8301d6387f6ecd9bd56534dcede5eadc9a9e93bdfbdebf37ffcb7ee9e0f7de6679edbd927cf3ce67ecfa7be7653d73bff1deb18d8517be9eb9fdefd54faf1f9db8e267ec0f6f3c7f7afdc73eba075e92302607874f592badf7110dd94c96ee6606cb29529776a8c31e55e95c97b98c38146f3efe8eae874d3d1ea70eabc4b56f86159d8f290555cb71facfd72e4be77ec7887f76bfbff69c73f9db9d115bce56667170b2a6f7ff8a75dbf7af8f267ef8f6f22be3fbc4af788e392ef7409a5faee8e2647ba54c6d8b129cad38c4353e491d3e0bb3de560f2f45414ccd827926b64ddccb0bdd49e49a51ab5dfa977eea4da771f967e0fdafe760daaea8ebd5f7bbef63ffd1fbbf8c11b774dfde1c5f75ffcfe5fbdc826d4b6cb071fb8e7e7ca85579ea15f5a31fc23e0fcb8761c6df03fbdc9a9aaeadabd710bf501bb3a6d426d1c21ae482fdad0d6d1d9293b905b1dec62f43fa6ab8cdde4fdcf9c3d7af1307bf089cbbffaeaf15a423bfeea5fab075efd2bf5b6579e5143af3e0dea0fb565ed7bda7134c135b25da5ce3369d3188a72bb12eee8eca0d6636fcc74f689cf3d7b1ffb873f79f5916f68c75ffd33d5f7ebc3f2dfc614e5a1af1cfee51befdd32fc12da9b29327c3b9497cf1f3df7d1d9dae4e5179a5f6cfe6728688122872957687aa816059abf5b9bbcac37bfd80cf681fa9cfde9756ea3ef1a807204501ec5f3ca8378de51c00e67044f690fe2c3da83f894b60d8f68b6fc5125822f690fe271e528be454fed417c44b980c7b56d78b792c2a3da8378d8f1dff08fda36aa71f4cb9f2856f01ceb679f55ba95a8f28cdaacdea37e4efdae66684bda738e4e47d8f159c7df399b659cbdec33d8259d53f03df626bc1f60bfecb147801bd801a9451fbbb3d3874181af3eaec009b32eabd011aacb1a5a50a8cb0ee858aecb4eb4e00fea72337af0c9badc8237e00b75b995f9f19dbadc862d4a6f5d6e77deafecaecb9d6869fe1cfd4ba9d602e0fee66a5d66d05a06ebb282b696c37559c5688b59973574b63c58971d186df9685d76a2b3e585badc8cfe967faecb2d38de7a735d6e55ded9fac6badc861d6d3faecbeded5adb65b3b874b6949f9baff0bd995bf8817dfb0ff199b3dc9f9fcb158aa7f96e3e5e2c2ce4ca3cb4981918e0be42819748b9cc4bb972ae742a971d182b862a56219fa92fd96d2f082d66068ef2b122b7278fca9dd75e4fe44ae57c71911f18d8b77fdf315ea9cc5acb95e27c7eb1c2f79eda3f30343078cb58d11b5abf2fdfe0ca44295fe6b6256e2d66b9396f950ab972c3efb122cf97b9c5e79717acc57cb992cff0b2b558f69673a5fc2c9f2d2e56f86cb1c42bf3393e56e4056b716ed99acb0df050a5cccf78e773f9b9f98ac1cb95dc023f9da3780d69254b5b2d662af953393e5b2c2d94797196bf2d572a1a3c632de52b5681470c5e289ece95325639c70b069fcdcf2d9772bcb89833e4160dbd109f2d160861f221100af3fd076fdb677b56c8cde567f2857ce52c2f57acc5ac55ca0ef0b1e29e323f3936c933f356c9ca5472255ece55787e315358cee6ca7c7a319f2966737cd2aae4170d3e56cae5deca2532674bf942219fe1566169de9ac955ca7ca9b05ce6e5b30b33c5828dde5cc95a9acf67ac02cf15720bb9c54a79a0b09cc9672d42aa3c90292e5c8325f57c6fcccbc03529d2da1ac8972ba5fccc7285b25e9ce595f97cd98e365fe673c553b9d2622e4bc423386c64f28b73bc90cfe416cb9498597eb6b8ccb345be58ac706bae94cbf14ad1dea6ae64d4c1a075b44b365fce14acfc42ae6434d651fea417395e2cf18562363f7bd6de83021d686d8de5d654c851c26fb99ce3f9455e2e2e9732393932935fb44a676d0218fc74be324fbbd1b3b85cb177cd672cdac0e05629c79772a5857ca592cbf2a552f1543e9bcbf2cabc55914e5e0935535ccce66951592e5ac8558eb6b672cefbf946a724e7eade6428e30bcbe50a2fe52a567e516e69cd144fe57866adac178b957c2667d87116f2e50ae1bfdeda22f94384263e127a57901bb88e0bf9c5f528345c582a15b3cb99dcff772fc89ccc6831b34cec94d8522a6e2d9678b1329f2bf105ab922be5ad42f90ac694107bd93aee35020ae7f2721d6dbb682de40893b16271ae90939d8e2f16edee407312f17ca54ca0d9f42996ca7cc13acb6772448f2c3131b7982d96ca92574ba5e242b192a36776395329f36cae943f95cbf2d95271c14e43b9385b394ddc20278935e5a55c263f9bcff0a552be58e2a74b4498459b3a656a955443a1b839e90b4d05634779623c14e7f1c868e2a42f16e4a1388fc6222742816080fb533c311ee466249a8a85c6c6137c3c321908c6e2dc170e7033124ec442fee9442416e73b7d711e8aef9413be708a0793d158301ee791180f4d452743c1003fe98bc57ce14428183778286c4e4e0742e13183fba7133c1c49f0c9d05428110cf044c490465fbb8c4746f95430668efbc2099f3f34194aa4a4bdd150224cb6462331eee3515f2c1132a7277d311e9d8e4523f120a7b0d6020e0cf0509887233c7822184ef0f8b86f72521a34d7a28c9c0c0763e4ba195917a23fc827433eff64d036144ef1402816341314cd15c90c0582e1846fd2e0f168d00c91104c06a7a293be58caa8ef190fde351d0c2742be491ef04df9c68271bef73720128d45cce958708a5c8e8cf2f8b43f9e0825a613413e16890424cef160ec44c80cc68ff1c908213fcaa7e34183077c099f341c8d45464389f83172c23f1d0f49cc42e14430169b8e264291f02d7c3c7232782218e3a66f3a1e0c4870236199cfc47830124b9169c240626ff093e3c1c4783046784aa47c04463c110b9989f56a91184f4462897531f270706c3234160c9b419a8dd02e2743f1e02ddc170bc543e131da92103ee94bf1c87482ec26c68314902dae23ac2113c943a3dc17381122b723a352391a89c743b6ab34149f36c7eb700f8c35ae123051c412cea2843ce6308f0a38f622835bc07100fbb01f87c03183b3e0f0837472f24fcf4e83633738c65144010bc8a10c8e101691c10006c0e1430105f0753b9346496ae650c229e490c500c6504408155828208f0c365ad9bdc14263ffa3e0721d59bcb292461b3ed3ae1b674f48ab65e451c4a28c6e40c6b70fc7c0514105b3b0b08c0a8a98471e8b752c4e613f063084010ce216b9aff775fc7d3d5426241684c246d42c2c220b0e13f3b0504241627435de764479b9de02c73c96b120d7d2584562c751962365785196f1e6310b8e591933e596a4928c771eb935140b72d51c9661610e39993fca09f97a065ea94bb9277e18d24a05392c80e334721b661ab164d7bc22469077946fdb931216e4ce45e9dbdba49f45b96f06169690afe7942322470b284a3b25394f717114e4ccacb4bd2c59c5658c3939def0e2eafd42750f0af53d29ef360e01841006c77e1cc46dd857d7b33940f998431e33c84b8e5640d550965e52e62867c4649b937b646c273186497064ea39b590919811f61401e58238964101cbc8d6333e8d4599c7a21ce1988425b15b94518dc93873782bf85a8466bd762922aa1e9a2960495a9d410e15e9cd92b442d92ce32c163023ab96de1b48cda124b127e6136a057059e994e59cc4a18c01b94b067964614926113e349e41110bffc25eb2b1be5faf5e7e9b2ed28a5604ea9ca35e36232bb951eb36d32a323a8a9aaa807ce77205c71c8a929f252ccaaed4e878b482aa84f40961e221656d4e3290f0266c289fe46b48f2f9acfcc35c8e2c8ae0584451e69aea8a7a1fed461dc6661e552e7179fd4e545f64a3c10c92c95ec317bbb268d6425e76de925cb3d19ead55598705592e4afe2d487e5167201ed3beb61f1425a13220d18c49246866fd2e0d441bbc5996d1138ed453cb3276aa53b2d6d0a1ba59945542f6c88add0128d2d3b2dae765f5526d34dee98f9ba946aef84a18d9d540fd9bd652dd919d25d94116e44ed497a8972ea124734a5ca573c6c69bd6db12ad234faece6a46ee4ee851cf224bc49786253ae72a382af1e1f2a71ffc7591a2d536fb36624376a8ea39162486142bf1834e33caf8152f2d59ad76f7a455579fd636c3081dbbf75dc9279da7d4a5a833d22940aba95f517fb5f348de35b244ebae870ae151be8a73364bfee528d8515d9b0b57a360672f8b6564a44f0ddffeb562d1e07fc34faac58c3c9fa93f504e1b6ca2fe4c39b8b55e8bd41de80422eed3694efca5fe45b721ca8e8dc4a9753c6e54c81586d8d9796d955e9da1b03cab6d1fc99e2d518fb224b31b3ca19b461173f2dca33b149de0d4df8869d75a477eda1c2766d15b4656ce7a8fa8f3d00cc5485d80ce262e99dfa84eea9684166157aa77155ac5eb18502720741aef363becf38d2a8950a32aa1ea9f95d54ff7138a917a18dd8cc8c70a4eaf557303c946af29cb4e42e71bdd2b32754b542914f5696981ee89e4257941b758ea3ae5b55ba58d38dd25e23031091f429842103179374d601c21c4c1114704a348e0247c88212851a6f1286288e0044208208880bc03a6c0e54ad23211411429c410c218c6919037f00826a57e4ceee14358ae24dd301252d78f692410a96bec844f6a922f3bc1d756d04ab21644527a12445cead13ae2c114a29844a8ee99ed7b4cae4ac8d1b8ecca748fa2d8a7250e618cc951db038e3022d26bda670a2124eabb9177d4d309238a9470fb4dd6e87e380a5e47d8c478dd171ffc08490b09190fc545588e4a7be1b5b846eb91f9c0119599a0384c4ccbccc5e4e83462882282b8f4aa91add76638202b8462b763e408e204823203946ff26d52de081b11527eaece650427a57f64db469db4ae9d45bff48870a47827e5db9588c23272f293f8652221d125ffae3566d61947967c9894ba71441194338d11e245b0ce02422225f5d6fb4928dd85e97adc21b99223001fa6e0c398449ebe5f921fffef1cb1ab84f244b1517d91df0d36c4310d3fe2329709c97be2d318228820b08ecfe46b4cd69a29fda26f819332d35489549f1cd3528b78493124e093b21db1ed85cda9b85c6d8f13d3e332c246fd50b4c4f318629846547a1641587ec71e9739b7b9425937e1ab5b25c636984bda769d527dda0c226bf4667bdae0c115de93d727318e605d9f76274fe87b26ed479dc1b7c60cc28bba0a3185be7750eed65711ed4616a917d1933acf5eb9dfc63c12fb83f2bb0f7528e23fa14bb921fb54fbe4510c2765f7094a0c884bd48bc8bb31d969e89b18c54ef1519fa16744e69276a29ab731686468fd28ed441547b85ce9b0e4bf8d32ed1d927bf81090f9272610dab482e2230fa92350d55326d7e3d0b0442ca38eb391dd03f41784587d09a8fd9cfe1bc26b7c26cee3d958b2cad8075282d97faabd544593ff0b08fbf6bb1de8a79791b69836ea3cd4bcbb797b93a3b53e744299d48e3b079c6f70c8a136ff9f765fe8b8d07ea1e58273040e6ceaafa2c3ffa71859fba1b12f420502d55decbd7725c5c87b93f49e0d54f7d2fbf966d80308a45cd53d34f4a5e6fbc0b491f76612521381147d46da12cab836e4dcebbcd1e1d8dc7f9eadbe4b68efaf2a083ce9c83a110800ff370000ffff26ef343e0a656e6473747265616d0a656e646f626a0a33372030206f626a0a3c3c2f54797065202f466f6e740a2f53756274797065202f54797065300a2f42617365466f6e74202f75746638676f6d6f6e6f0a2f456e636f64696e67202f4964656e746974792d480a2f44657363656e64616e74466f6e7473205b3338203020525d0a2f546f556e69636f6465203339203020523e3e0a656e646f626a0a33382030206f626a0a3c3c2f54797065202f466f6e740a2f53756274797065202f434944466f6e7454797065320a2f42617365466f6e74202f75746638676f6d6f6e6f0a2f43494453797374656d496e666f203430203020520a2f466f6e7444657363726970746f72203431203020520a2f4457203630300a2f57205b205d0a2f434944546f4749444d6170203432203020523e3e0a656e646f626a0a33392030206f626a0a3c3c2f4c656e677468203334353e3e0a73747265616d0a2f434944496e6974202f50726f635365742066696e647265736f7572636520626567696e0a3132206469637420626567696e0a626567696e636d61700a2f43494453797374656d496e666f0a3c3c2f5265676973747279202841646f6265290a2f4f72646572696e672028554353290a2f537570706c656d656e7420300a3e3e206465660a2f434d61704e616d65202f41646f62652d4964656e746974792d554353206465660a2f434d6170547970652032206465660a3120626567696e636f6465737061636572616e67650a3c303030303e203c464646463e0a656e64636f6465737061636572616e67650a3120626567696e626672616e67650a3c303030303e203c464646463e203c303030303e0a656e64626672616e67650a656e64636d61700a434d61704e616d652063757272656e7464696374202f434d617020646566696e657265736f7572636520706f700a656e640a656e640a656e6473747265616d0a656e646f626a0a34302030206f626a0a3c3c2f5265676973747279202841646f6265290a2f4f72646572696e672028554353290a2f537570706c656d656e7420303e3e0a656e646f626a0a34312030206f626a0a3c3c2f54797065202f466f6e7444657363726970746f72202f466f6e744e616d65202f75746638676f6d6f6e6f0a202f417363656e7420393434202f44657363656e74202d323130202f43617048656967687420373232202f466c61677320352f466f6e7442426f78205b30202d3231302036303020313131385d20202f4974616c6963416e676c652030202f5374656d56203837202f4d697373696e675769647468203630302f466f6e7446696c6532203433203020523e3e0a656e646f626a0a34322030206f626a0a3c3c2f4c656e677468203137352f46696c746572202f466c6174654465636f64653e3e0a73747265616d0a7801ecc0810000000080a0fda917a9000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000a066870e040000000004ed4fbd4821e4000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000806a000200fdff0000010000ffff001e00010a656e6473747265616d0a656e646f626a0a34332030206f626a0a3c3c2f4c656e67746820353933370a2f46696c746572202f466c6174654465636f64650a2f4c656e677468312031313634300a3e3e0a73747265616d0a7801cc7a5b8c1be7f5df6f78db8b57ab9575b1ffa66b1f7ab4b2b41cd22b5ff4dfc88abc9ce12c77a21549915c8993383167c9e12e1b2e6743727589dac64d9bd4d9209767b780fd10147929facd2a69943ea44681027ea881b6489a0005da873ef425010224058a26918af3cd70b5ab4be2147de80ad69cf9bef39dcbeffcce9919afa00098c6bb88a251aabef2eabffbc1ec6f01fc1a40a3b9e96c610a67006505c0a9e6f52155df79ee4780320420da5beb9b6baf44bf06444e02d353ebce600bc00c30330f607cbd7babfd833f367f0ccc2c00a86fb84eeb99b16a0e98f93e80731b1bae33f5a52801331f0338b9b139bc39f13e6e0333bf0630def59a0e3468c0ccef0124369d9b5bd17767be0dccfc1100f59c4d37fac39ffc1a38f23c9074b6bcc1f0de6ff11aa0bd0b80b6faeed677ffc387d701ed4300ff19d1d827caf71107e2efc75f039464fcfdf86b40f43fa21d413c1e492426e200800f11f9978bb8f90700000022222c02f7ff9448dfdb56be35f63d4510f0c17ffb2510bb18ff180001001444c1884e2186248008226ce1fe7df07fbcf3d7fefc02bfc06ddc8e7f0cc42e02f7b6e3bfb9ff5f6257efff8f7b6fefdf4be41fec26f2727ffbc07efa91fdb7f1013e80052bf2cdfbd3ca0fef4f47fed9bdffc5d7d17aa21cf955a21df9b7021a09acd64d9be8d25d4c5fb92412d5cfd7c5eb4971da6eb46967b52e22b3ce4fc7318e66535d4ba65202b680a1e677a1c068e819a168821aed8c88686a4a4d654454a3d69de8b1e3d00d71d4a04643f723c70cdd9f8d1a2262d46e92985245c4309c9688956fee462211a3a18b94fb7c4a440c6377fab8a23f4f2262a8faee51e5a8d1d0558172ddb5774f2811a3a167444c13d1b4386ed4d5949a12270c431528d75d3b492d121f9545ecd4e7774f2b870cb3698a84594f89e8ac5df9423da5a6923b7512e5723d2516ed248985723d25166c9b7ce59061364da7254e97eb295f3964984d93c47cb99e12f37692c447e53ab56967c7213159ae379224a85c4f89c94692c4b9723d25ce35920ddbb69322322ba68ca640a52e70494c96eb293165242f8917caf59478e1927377064d316534efc6b166db2dc7164adab6558172ddb56d6a891386aadb1911d7c824119b755a24c68c725d8ca9ba1857f5642a650ba59111098de116d134b5fcb1359dc4b8aa8b84594f06c9f0df22de309b223e9722316ed00eed0825edcfc76745ecd4957aa39c742a765db5533689c56a5d28e9644a2cdaaa40b9eeda1931a6890923bd8b088c869e11e39a985075950454dd1191b5b6509a426988b1b98c98d0884c12d346f36e0c6b2450ae8bc586dd164ab391174a232326b5dd896918a63e97da8502a3a167c4539a80a1e677a1c0e0fba9c08a9256050c119b6d90b9a33ad42241e57a4a2029e6cb754149b168db6194223aab3af9bc6017879e705c9c2cd7f9f05e6afb0f4d33ff55fdcea12944cd723d955453f65c2a230e6b7e24628a9693cf88194d280d2271d8f89c40b94ee2b0aadb62c6f89c40a54e6246d5ed8c38a29198596b0ba549776368eea88e38623468a741e288aaab19f1b476a956f763adbc7d521c72d59b197154bb74a57ea95af763adbc9d4cd927c55157bd9911c7341f4f1bab75ffe9a70da138ba3892b6050c1199d5fdc39159dd9f89ccea4239a19288ce96ebbe02a32162b3face0eb1db99b9942a14874239e92b301a828f44661ddeb5c561a320668c4243440e16eb0925f481a36a5e2886c0c55d455164db1fd7e02362d6eae2695527534cabba38a48a7843a7c64f9e7d56c1111c85aeeb3b0d12c7545d288e7f6c3c2dbe9d4ebe6467c409cdc7f174463ca3f9caf174463cabf991e3e98cf81bcd8f1e4f67c4739a1fe3f5a4e6c7f9fabce627f8fa77347f8caf2f68fe385f5fd4fc09bea6359542fc45a271a95657292b942f2653293b23b47d9b27f636bf126c66f66d9edadbec079ba4411c4e3f314fa1383f0e52d5f59d86bf2fbf94e683d219f192e62b7c55353fc2d7939a1fe5ebace6c7f87a4af3e37c7d59f3137c3dadf9637c3da3f9e37c9dd3fc09be6635ba2059fe8a460df16c830c55280de684239486c83267e735f14a5abc3297116735a2023da19aaab3a0f260ffb31a49c6edd55189fde984a90be584383be7c795e3667dde96557c6d1f3c4fd2795da33764e46f680875cc47c78450d262da78fc3a4efc483e5af317d505ff75e538e77a4ea30b547842860286b390117fab659fb990110b7f495528467321233ea3f9119c98a52c1504545d4466ad9d9d825a501daaaf2553b650547d7741518e1f9bcb88f39ac009f18caa8bd8ac88cd1658cd9f822e9e32d2ee4e5625bab0b390116f1e54a36c604f24547da44da251ae9358bc52bf13a33825efc44ec59fb3755d253169d08e2a4fa84b0d91301e6ed70609251d3c956246a3a58ab8e1b4ca7511339ca4881b0d9e740f9f715422113ba52e390b49554c1a4b22322b260de9a5418f73a2b21755248c0617293eeb88f8235645ec94433cb25baa88ce365ae1247de0cbce880b232c8848c44f8558a8171632e2b37b5b6252e5fd25b5c0cf01aee2c5d19e88ce8ac8ac0c54a056cfd2053595e4e8c345e2b8c25288c4ac88cf5a3cf146ef2e41111f6558430daba532e5df1a7993e887e56a086ab41f067254e2454da52ca3b8249e31eae564c5aed3053bebcf2bc7d219913bb05b49960fecea07764767f7db7bf884a189f3e9fd0aa3432387794dbc99de21bac01cdb5978b2aa481859319fce0853a61ce3b7022246de1153aa1ea4ce7456e90265d58530a125cd9f8ccdea0227e491bf92d285c7118cf9f5d7b258446697788e5d501792291975c097941dc659d07c9c4f8f5059d67cbc994e71cd1897309b3d082c4de078d0f6bbe00e3f9a15e7e632e2734f58bfa4f9508e1d157f3b97112b9af8cc5c465c66144d95b2b4b4a33a23b48a1a135a5c4e674449db0596d21951d676a1b07045db55e44a45db55e44a95750ae98ca8b10e0babacc3c255d661e19a76078091ce88ba7687dfc1d319616b779460edf3da1d4591bb5f603d8577df663d297d91f5a4f425d693d23becd34c6744837db2e0b04f16d6d8270b4dd6594e67448b75587059878536ebb0b0cefe904f67c406fb935287fd49e9efb23f297d99f514d6ebb29e9436594f4a3dd69392a7f9b8b057c02d792716d319f19540cca533a2cfa0b39ad0d31931d07ce542a0330c44d6d9963abcc13ad7351f9fddb37a43de49ab3703914fdc0a4456ffaae62b9f0d146e07222bfcbd406485bfaff9b8b867ef1fc83b69ef6b81c8eaef0622abff43cd572e060a5f0f4456f84781c80aff58f3f1d69ebd6fc83b69ef9b81c8eaff241059fd3dcd57de0a14be1588acb01388acf06d6df729f9662b12c9dd58246ad6d5543265db7a5a8cbb227ab27c73f440cf408172ff3e0e2382db40ac12ff18518c617e31c35fbb5144d6e34a5451a2d7e24a34aabc135394a8528ac580d8586c2c114714d12389c433e9d78ea48ebc7c2475e476f497b7fff462fce3ffbd703bf69ffe900514b613f9de5be74ffcf7770e5ff89f383c2e1feb3fb73af2fa5ffffd3ffd0a70af1cfb64fc77002682ef6bc87363dfbb5706629ff06dec9347beb623b14f703bd885062d38838892c2493e81087ea5bc8def00caefa7a7e40af037caab7b7672e109f635865cb81ec1189643398a144aa11cc318b642390e153742398104de0fe5711cc787a13c8117f1e3509e54aaf879284fe170e4e5503e94f87ae45c283f8db1f1bb8842894d00f8faf8bf096505d313b9508e607aa214ca51e8135f0ce518a6273e08e5389626fe4528273035f1bb501ec7dcc4fd509ec0c5c933a13c19f9e793eba13c85170e1d0ae543876287d286b775abdf59df18d2e9e6197a75feec395abb457a67dded7a37e8142d7bdd4d774056af99cd52aedba53e2b0fa8ef0edcfe75b7952d7874d9eb7915777dbbebf4c383a7826356af993d4fa1c679693dbcb9eaf6071daf47af66e7cfcebf49c361dbd91e7a1b9dde904e5f3f9b5dc8be76a6e0b1ddd0201d88e452bf33a0c00539bd16191b4ebfeb0e4661873ea833208736bd9e37d8729a6e4ba341d759cb0cdc7ea74d6daf37a4b6d7a7e186cb11769ddefab6b3ee66c91a0ee86666c3e53c351a0cdd4dba11deb0af566730ecf49ac3ce7597cf6f0ec86bd357ddbea751d3d9ea0c9d2e9534ea7a37dc7ed319b8d4d5a8dd59dfeebbe4f55c4d9a18e959d4f6ba0cf370c3a5bc55a4b3afbf311f44d675d73b6b9d6e67788b0643a7d772faad2cd5363a038e95637f7940d70a2bd4dc70fa4e73e8f669e00ea9d36b76b75bee80569c61a7a751a1efba5f268edab8d5ef74bb9d2639ddad0d67cd1d0e68abbb3da0def6a6dbf7b60734b8b5b9e6750338d7fbced646a7e974c9edba9b6e6f38c876b79b9d96c38e07d9a6b7f918d63cb650d9c752667232df190cfb9db5ed2173c06bd3903363eb5cb375efbadbefb92d2622231380d4e9ad53b7d3747b03ae519b6e79dbd4f2a8e70dc959efbb2e0dbdc04ca8a48568f039b6d2ea0c9a5da7b3e9f6b5d1392ea58cc225af4f9b5eabd3be15d8e050b2939315774f85036520b7072e757a34f0b6fb4d57aeac757a4eff56c0058d6e74861b6c8dafdef630b0da693a6c4023a7efd296dbdfec0c876e8bb6fadef54ecb6dd170c319ca201fa4daf47aad0e1f1ac8439beef0fce42411cdd1c1a024fdc2689a5ecba5cdedc190faeed0e9f4a44967cdbbee5273afcd7bdeb0d374b520cf6e673064fcf77beb713ccc6da626a3f700b9ec1342e8f4f6a3300a61abefb5b69beefff328d89daca8d7dc66764a6cb914af787df2861b6e9f369da1dbef38ddc1038cb920c1b17ddc1b2554743bf21c9be5ff47cd98143c6fbdebcac947bd7050f09e44bc331c3068017dbcfe80369d5bb4e6323d5acc44b7d7f2fa03c9abadbeb7e90d5dbeb6b69bc301b5dc7ee7badba276dfdb0cca30f0dac31bcc0d0e925933d8729b9d76a7495bfd8ed7a71b7d264c2fa0ce800727f79055355672d665b3729e6acb5695aaa5a5dab55cc524ab4ae54ae9aa9537f3a4db545b36c92895ed8a5558aed17269256f56aa942be6c928156b154b5fad952a557a295725abfa92dcc8156d32ebe58a59ad52a942d6e5f28a65e6e95aae52c9156b9659d5c82a1a2bab79ab58d0485fad51b154a315ebb25533f3542b69d2e9a3c7a8b44497cd8ab19c2bd672bab562d56ce96fc9aa15d9d752a942392ae72a35cb585dc955a8bc5a2997aa26715a7b09e7b36415a95822f3aa59ac517539b7b2221d1a7b5996ae15cd0a876e94f6a5a89bb462e5f415337054b4296f554ca3c6d93c900c2b6f166bb9158daa65d3b05830ebe6e5f24aae626ba1cdaa7965d52cd6acdc0ae573977305b34aa7ff0222e54ac958ad989739e4d2125557f56acdaaadd64c2a944a798973d5ac5cb50cb3fa26ad9418f9255aad9a1ae573b59c745cae9496ac5af54d0e425fad5a1233ab58332b95d572cd2a15cfd072e99a79d5ac90915bad9a79096ea928eb595b364b159b5d3306127b8dae2d9bb565b3c2784aa4720c46b556b18cda7eb552856aa54a6d5f8e54340b2b56c12c1a26ef96d8ca35ab6a9ea15cc5aa5ac5029b6484afe56c2aadd6d86f6dd9e48402711f61355948b2962897bf6a71d8a525a95c2e55ab56102a2f55578de510eed16b070c78d8c22df4d1c13a363004e1349a3803c2ab98c7599c03610db740d0c13a2ebaf070038453202cc343179b703100c1420f4d64910521872ebaa07d9659a32f355df4711d2e5ac8a2000f84cbf0d083870a5cac631b5d38e84397518d3c9e3ae06de4eb3ce8211bbc328afda0f5abd2f3001de98d33ccca1ce7f12608430cd186836d0ce161031df4423caee32cb2584016afe18cb4398af7d363724922c1181cc4cc410f2d100c6cc89cbb12a187d13e9807a1232d39206cca5c3c0cb005074d89aa06c24062b8860c0632eb0eda20b4a5365799a5becc7a03ee1e865d190f57c0c13a5c59490b43e9ed2632529759c04c09bc0ce16213841b700fec8cf26ac9588712cda6bc72e58348fad894963d19db57659c9eb4db84832d74308423595492ab01f3983dbccf7911ba72a72d7d6f4b7e91ccd195eba328587fbf3d2b8ca01bdae4ea0738e461a108c259bc8e37301fea054ce0daaca3833574d095d1715f0c64945c45077dc969424df287ab1d548ed1661b2fcbb56b28600584665873ae1be3c8f5e0acb83eccbe26bad8462b64c40a1c895f4f665690b9baf832682f4b23ec64ceaa83a6dce9624b7a59831bd6714b5ae5d87ad896bddb87876db932c02d6c624d76356b8cf05b475f5684bb82b1ec82645f72ed5d99d9005969b7890e5a70f632e6f5263c6c7eca59f3e93b2a0bfad453661293c8874ce459b726bb7c340702fe0d65769cf5a85aa33e5b872759db474ff6d76822f209ee1dd667cc792e72ddd6252fb9028c0d579463b524cb6f49ac092d39f778e671b5b9db7836b2359e3e011f832e67a6715ff7a425ee3af631e206cbec6f144bd06fbceba0135697cf1cf417680df761c19e3dc9409e28bcdf96ec66bb411c9c2573382bd1e449cd5accfe47111df18659c596394a9e49ccb3becce6016bb99b7ab277b89bd84b301738ea1bb2cb36644f73778ceed90ee3f62056463be80f7e92f059ee46f6bd2527c6a6b4c45dc6d3764b72febae42a3f8702bcf97c20f1398ee4e1aa36a575ce9b271a7b62be8c3cf1737088f3121f927fe6407f16293e1db06f20731a61c37eb8ef79be33869c2bf383e7618025d785a37464b70633954f3dfc340f18c6e8041391cf05f5645e71f5785ef2b3814ff314e3a91b74064737aa249f637f8f4385f1183cc4b980259f1e8520abc773e1611482eab5b01d326914dbffaf58f01ce9ed6316f762339cbddc51ccbb00f15157bc12f6a217e6c6dcdf947afcf4ebc8a722572740623f8f471df280c74175f6f77ae0ebe10a15e5133cc092fd0512c9de64668f78c24f340febf269f8e09d8ff582f9f1f0398e33e038338bef02a6ed8f884ff20ee7c853809f5624993fea4e7e4be469cad8f5e524e47838ce00039e04dcdd14de07ec08de5cb8937846719770f7b765f7f35b0bc71a7403f75f1b43dcd8ebe61192a359c36f58ae7cbef1db063f5dd93363c951dc901e863206aef583a933d87be30c10e7378c2a0cac20070b9761a222df596b5886852a085594b0841aae21870a4c8932af975141095761210f1379f99668cbb78d65a965a084326c5460a18065d4e41b7a092b52bf226de450942759b7889ad4d5b18a1a4aa1c64bc8494d8ee525d0de093ec9de4cd4652426aa528fcf310f2ea38c1558616441ec1579aa2657ab722af3db15e7be2a7128a22057830808459464d46ce7322cd4426b1c1dcf74c628c0e32f7b2389227f5b30c20696c35872d061490f35990fe7c5582e497fc5bdbc96c2cc7220946525380f03abb27215b9ba8a0aca28a12aa31a55ebd10ae7c337007eb3e41c0926aec29415e07a736c2bf29d709421d7e7e15a96704dc6c7be03d459ebf155d465448c23e7bb22ef1e64549499739ccc2f0335892ed7e6716b46c838f694c38ad4ada20c53ee8c56981766581746c2967afbe36494ae6035ccdb92270979e47019391424f2fcfdc971fcdf7324e812ae13e7c6fdc5718fd850c52a7454652d6b92f7cca7024a2821bf8fcf1c6b45f69a21e3e22fc4155969ee44ee4fc2aad4625e720e35e4a41c641c441170aa2a4f07ebccf4aacc70d43f9c2df3bc820a56519691955094dfe0cbb2e60157b8ea0672a15766ec88b9ac1df429f767c020f6c67741a4231e3ce03d477d4dce8d409fad7324fc25caf67832e4f698c178f15461a6d013acb147fef2e12b4f9ed3d2dec13a72879bf2eb872714f39fd1e5dab07fee7d9e64155c93d3c79418309778167174053969b88b3877ce8fe70c5f4bb2966c694946c1764615dabfca96b8e31897071396d1085066db96b491435ed69f99c068f309ce2fb01c743d57f2e03409b498653c710eb23bcbbf648bf25fc0bddfe055f99bb5877f2eddc5c795baaf28dfb58512fc338d2d1f63fabf4231773615c71cdf2c4e55624b8973e3a7c69f1d8b4f864b57232bb18b896ce2c5b85c9ad27f76eca3231f1dfa68e2a3c422e2786acec711fd6758dcfbc36b3fe580f2fe49e5bd2b75b1f85e9def5b79ff34dfdf1d47b080bc9df45fe6a57f3dfe2e94d8e27bcd9ad444dee69fc5a95a6439b690389d782e1e9f9ebbabdcff86887dc78f207f27de4a209f07fe4f000000ffffbc8099140a656e6473747265616d0a656e646f626a0a322030206f626a0a3c3c0a2f50726f63536574205b2f504446202f54657874202f496d61676542202f496d61676543202f496d616765495d0a2f466f6e74203c3c0a2f4638663465613464356261306162356461653539663339393434633262313731326134353537613362203136203020520a2f4639326533383331316162323964616230323961303163306562643061383934633533653761306133203337203020520a2f4639633430383862623562343337376635666233313032373865643533303831646330393866313432203233203020520a2f4661333931613161633164373538376332343163363533386232616534663163663638326634356434203330203020520a2f46656362333337653631343662343232393234363461666231663066313336336533303865363631662039203020520a3e3e0a2f584f626a656374203c3c0a3e3e0a2f436f6c6f725370616365203c3c0a3e3e0a3e3e0a656e646f626a0a34342030206f626a0a3c3c2f5469746c652028feff00460069006e006400200074006800650020007000720069006300650020006f00660020006f006100740073290a2f506172656e74203437203020520a2f4e657874203435203020520a2f44657374205b3720302052202f58595a2030203737392e3533206e756c6c5d0a2f436f756e7420303e3e0a656e646f626a0a34352030206f626a0a3c3c2f5469746c652028feff00570072006900740065002000610020006200720069006500660020006f006e0020006f006100740073290a2f506172656e74203437203020520a2f50726576203434203020520a2f4e657874203436203020520a2f44657374205b3720302052202f58595a2030203530322e3530206e756c6c5d0a2f436f756e7420303e3e0a656e646f626a0a34362030206f626a0a3c3c2f5469746c652028feff0053006f00750072006300650073290a2f506172656e74203437203020520a2f50726576203435203020520a2f44657374205b3720302052202f58595a2030203230342e3439206e756c6c5d0a2f436f756e7420303e3e0a656e646f626a0a34372030206f626a0a3c3c2f54797065202f4f75746c696e6573202f4669727374203434203020520a2f4c617374203436203020523e3e0a656e646f626a0a34382030206f626a0a3c3c0a2f50726f64756365722028feff004600500044004600200031002e0037290a2f5469746c652028feff005b004f00660066006c0069006e006500200065007800740072006100630074005d0020004f006100740073290a2f5375626a6563742028feff004f00660066006c0069006e00650020006d006f00640065003a0020006e006f0020006c0061006e006700750061006700650020006d006f00640065006c002000770061007300200075007300650064002e0020005400680065007300650020006100720065002000730065006e00740065006e00630065007300200066006f0075006e006400200069006e00200074006800650020006c0069007300740065006400200073006f00750072006300650073003b0020006e006f007400680069006e0067002000770061007300200061006e0061006c0079007300650064002c00200063006f006d007000610072006500640020006f007200200063006800650063006b0065006400200066006f0072002000740072007500740068002e290a2f43726561746f722028feff0065007800740072006100630074006900760065002f0031290a2f4372656174696f6e446174652028443a3230323631313232303330343234290a2f4d6f64446174652028443a3230323631313232303330343234290a3e3e0a656e646f626a0a34392030206f626a0a3c3c0a2f54797065202f436174616c6f670a2f50616765732031203020520a2f4f75746c696e6573203437203020520a2f506167654d6f6465202f5573654f75746c696e65730a2f4e616d6573203c3c0a2f456d62656464656446696c6573203c3c202f4e616d6573205b0a20200a5d203e3e0a3e3e0a3e3e0a656e646f626a0a787265660a302035300a303030303030303030302036353533352066200a30303030303033373535203030303030206e200a30303030303532363337203030303030206e200a30303030303030303135203030303030206e200a30303030303030303933203030303030206e200a30303030303030353534203030303030206e200a30303030303030393838203030303030206e200a30303030303031333538203030303030206e200a30303030303032313433203030303030206e200a30303030303033383534203030303030206e200a30303030303033393835203030303030206e200a30303030303034393631203030303030206e200a30303030303035333536203030303030206e200a30303030303035343234203030303030206e200a30303030303035363237203030303030206e200a30303030303035393830203030303030206e200a30303030303136393836203030303030206e200a30303030303137313139203030303030206e200a30303030303137363439203030303030206e200a30303030303138303434203030303030206e200a30303030303138313132203030303030206e200a30303030303138333232203030303030206e200a30303030303138363338203030303030206e200a30303030303238323433203030303030206e200a30303030303238333737203030303030206e200a30303030303238353332203030303030206e200a30303030303238393237203030303030206e200a30303030303238393935203030303030206e200a30303030303239323038203030303030206e200a30303030303239343533203030303030206e200a30303030303335343833203030303030206e200a30303030303335363136203030303030206e200a30303030303336313532203030303030206e200a30303030303336353437203030303030206e200a30303030303336363135203030303030206e200a30303030303336383232203030303030206e200a30303030303337313235203030303030206e200a30303030303435343038203030303030206e200a30303030303435353434203030303030206e200a30303030303435373031203030303030206e200a30303030303436303936203030303030206e200a30303030303436313634203030303030206e200a30303030303436333637203030303030206e200a30303030303436363132203030303030206e200a30303030303532393938203030303030206e200a30303030303533313434203030303030206e200a30303030303533333031203030303030206e200a30303030303533343137203030303030206e200a30303030303533343830203030303030206e200a30303030303533393838203030303030206e200a747261696c65720a3c3c0a2f53697a652035300a2f526f6f74203439203020520a2f496e666f203438203020520a3e3e0a7374617274787265660a35343132360a2525454f460a'),
	('035157cce27143e85f680c13e13d5a5b8a955a7513cb011a3a3334742241a7d4', 1521, '\x23205b4f66666c696e6520657874726163745d204f6174730a0a3e204f66666c696e65206d6f64653a206e6f206c616e6775616765206d6f64656c2077617320757365642e205468657365206172652073656e74656e63657320666f756e6420696e20746865206c697374656420736f75726365733b206e6f7468696e672077617320616e616c797365642c20636f6d7061726564206f7220636865636b656420666f722074727574682e0a0a3c612069643d226931223e3c2f613e0a0a23232046696e6420746865207072696365206f66206f6174730a0a2d2022546865207072696365206f66206f61747320697320323130206575726f2070657220746f6e6e6520696e204d6172636820323032362e22205b5c5b315c5d5d2823736f757263652d31290a0a232323204669677572657320666f756e640a0a7c20466967757265207c20556e6974207c20576f7264732061726f756e64206974207c20536f75726365207c2044617465207c0a7c2d2d2d7c2d2d2d7c2d2d2d7c2d2d2d7c2d2d2d7c0a7c20323130206575726f207c20455552207c20227072696365206f66206f61747320697320323130206575726f2070657220746f6e6e6520696e204d6172636822205b5c5b315c5d5d2823736f757263652d3129207c2066696c65207c202d207c0a0a232323205468696e2065766964656e63650a0a7c205175657374696f6e207c20576861742077617320666f756e64207c0a7c2d2d2d7c2d2d2d7c0a7c2046696e6420746865207072696365206f66206f617473207c206f6e6520736f75726365206f6e6c79205b5c5b315c5d5d2823736f757263652d3129207c0a0a23232320416363657074616e63650a0a2d2053656e74656e6365732061626f757420746865206974656d206172652071756f7465642c206561636820776974682069747320736f757263652e3a206e6f74206576616c75617465640a0a2a41626f75742074686520736f75726365733a204f6e6c79206f6e65207265616461626c6520736f757263652077617320666f756e642e2a0a0a3c612069643d226932223e3c2f613e0a0a23232057726974652061206272696566206f6e206f6174730a0a5468697320697320616e2065766964656e63652073686565742e2054686520776f726b20697473656c66202877726974696e672920776173206e6f7420646f6e653a2069742074616b65732061206c616e6775616765206d6f64656c2e0a0a2d2022546865207072696365206f66206f61747320697320323130206575726f2070657220746f6e6e6520696e204d6172636820323032362e22205b5c5b315c5d5d2823736f757263652d31290a0a232323204669677572657320666f756e640a0a7c20466967757265207c20556e6974207c20576f7264732061726f756e64206974207c20536f75726365207c2044617465207c0a7c2d2d2d7c2d2d2d7c2d2d2d7c2d2d2d7c2d2d2d7c0a7c20323130206575726f207c20455552207c20227072696365206f66206f61747320697320323130206575726f2070657220746f6e6e6520696e204d6172636822205b5c5b315c5d5d2823736f757263652d3129207c2066696c65207c202d207c0a0a232323205468696e2065766964656e63650a0a7c205175657374696f6e207c20576861742077617320666f756e64207c0a7c2d2d2d7c2d2d2d7c0a7c2057726974652061206272696566206f6e206f617473207c206f6e6520736f75726365206f6e6c79205b5c5b315c5d5d2823736f757263652d3129207c0a0a23232320416363657074616e63650a0a2d2053656e74656e6365732061626f757420746865206974656d206172652071756f7465642c206561636820776974682069747320736f757263652e3a206e6f74206576616c75617465640a0a2a41626f75742074686520736f75726365733a204f6e6c79206f6e65207265616461626c6520736f757263652077617320666f756e642e2a0a0a232320536f75726365730a0a2d203c612069643d22736f757263652d31223e3c2f613e5b315d206f6174732c2066696c653a6f6174732e6d642c207265616420323032362d31312d32320a'),
	('40b769293db90956a1f7dd8ba2168154678c6241a14472165d9109a8830f81e1', 4032, '\x3c21646f63747970652068746d6c3e0a3c68746d6c206c616e673d22656e223e3c686561643e3c6d65746120636861727365743d227574662d38223e0a3c6d657461206e616d653d2276696577706f72742220636f6e74656e743d2277696474683d6465766963652d77696474682c20696e697469616c2d7363616c653d31223e0a3c6d65746120687474702d65717569763d22436f6e74656e742d53656375726974792d506f6c6963792220636f6e74656e743d2264656661756c742d73726320276e6f6e65273b20696d672d73726320646174613a3b207374796c652d7372632027756e736166652d696e6c696e65273b20626173652d75726920276e6f6e65273b20666f726d2d616374696f6e20276e6f6e6527223e0a3c7469746c653e5b4f66666c696e6520657874726163745d204f6174733c2f7469746c653e0a3c6d657461206e616d653d2267656e657261746f722220636f6e74656e743d22657874726163746976652f31223e0a3c6d657461206e616d653d226d6f64656c2220636f6e74656e743d226e6f6e65223e0a3c7374796c653e626f64797b666f6e743a313770782f312e362047656f726769612c73657269663b6d61782d77696474683a343472656d3b6d617267696e3a3272656d206175746f3b70616464696e673a30203172656d3b636f6c6f723a233163316331633b6261636b67726f756e643a236666663b6f766572666c6f772d777261703a616e7977686572657d0a68312c68322c68332c68342c68352c68362c6e61762c7461626c657b666f6e742d66616d696c793a73797374656d2d75692c73616e732d73657269663b6c696e652d6865696768743a312e337d68317b666f6e742d73697a653a312e3972656d7d68327b6d617267696e2d746f703a322e3572656d7d68337b6d617267696e2d746f703a3272656d7d0a6e61767b666f6e742d73697a653a2e393572656d3b626f726465722d746f703a31707820736f6c696420236363633b626f726465722d626f74746f6d3a31707820736f6c696420236363633b70616464696e673a2e3572656d20307d6e617620756c7b6c6973742d7374796c653a6e6f6e653b70616464696e672d6c6566743a3172656d3b6d617267696e3a2e3272656d20307d0a626c6f636b71756f74657b6d617267696e3a3172656d20303b70616464696e673a2e3272656d203172656d3b626f726465722d6c6566743a34707820736f6c696420233939393b636f6c6f723a233434347d0a7461626c657b626f726465722d636f6c6c617073653a636f6c6c617073653b666f6e742d73697a653a2e3972656d3b646973706c61793a626c6f636b3b6f766572666c6f772d783a6175746f3b6f766572666c6f772d777261703a6e6f726d616c7d74682c74647b626f726465723a31707820736f6c696420236363633b70616464696e673a2e3372656d202e3672656d3b746578742d616c69676e3a6c6566743b766572746963616c2d616c69676e3a746f707d0a6669677572657b6d617267696e3a3172656d20307d66696775726520696d677b6d61782d77696474683a313030253b6261636b67726f756e643a236666667d66696763617074696f6e7b666f6e742d73697a653a2e3972656d3b666f6e742d7374796c653a6974616c69637d0a7072657b6261636b67726f756e643a236635663566353b70616464696e673a2e3872656d3b6f766572666c6f772d783a6175746f3b6f766572666c6f772d777261703a6e6f726d616c7d2e6e6f746963657b6261636b67726f756e643a236666663664363b70616464696e673a2e3672656d203172656d7d617b636f6c6f723a233062353761347d3a7461726765747b7363726f6c6c2d6d617267696e2d746f703a3172656d7d0a406d6564696128707265666572732d636f6c6f722d736368656d653a6461726b297b626f64797b6261636b67726f756e643a233136313631363b636f6c6f723a236536653665367d617b636f6c6f723a233861623866667d7072657b6261636b67726f756e643a233232327d2e6e6f746963657b6261636b67726f756e643a233362333431357d626c6f636b71756f74657b636f6c6f723a236262627d74682c74642c6e61767b626f726465722d636f6c6f723a233434347d7d0a406d65646961207072696e747b6e61767b646973706c61793a6e6f6e657d617b636f6c6f723a696e68657269747d7d3c2f7374796c653e3c2f686561643e3c626f64793e0a3c68313e5b4f66666c696e6520657874726163745d204f6174733c2f68313e0a3c7020636c6173733d226e6f74696365223e4f66666c696e65206d6f64653a206e6f206c616e6775616765206d6f64656c2077617320757365642e205468657365206172652073656e74656e63657320666f756e6420696e20746865206c697374656420736f75726365733b206e6f7468696e672077617320616e616c797365642c20636f6d7061726564206f7220636865636b656420666f722074727574682e3c2f703e0a3c6e61763e3c756c3e0a3c6c693e3c6120687265663d22236931223e46696e6420746865207072696365206f66206f6174733c2f613e3c2f6c693e0a3c6c693e3c6120687265663d22236932223e57726974652061206272696566206f6e206f6174733c2f613e3c2f6c693e0a3c6c693e3c6120687265663d2223736f7572636573223e536f75726365733c2f613e3c2f6c693e0a3c2f756c3e3c2f6e61763e0a3c73656374696f6e2069643d226931223e0a3c68323e46696e6420746865207072696365206f66206f6174733c2f68323e0a3c756c3e0a3c6c693e2671756f743b546865207072696365206f66206f61747320697320323130206575726f2070657220746f6e6e6520696e204d6172636820323032362e2671756f743b203c6120687265663d2223736f757263652d31223e5b315d3c2f613e3c2f6c693e0a3c2f756c3e0a3c68333e4669677572657320666f756e643c2f68333e0a3c7461626c653e0a3c74686561643e0a3c74723e0a3c74683e4669677572653c2f74683e0a3c74683e556e69743c2f74683e0a3c74683e576f7264732061726f756e642069743c2f74683e0a3c74683e536f757263653c2f74683e0a3c74683e446174653c2f74683e0a3c2f74723e0a3c2f74686561643e0a3c74626f64793e0a3c74723e0a3c74643e323130206575726f3c2f74643e0a3c74643e4555523c2f74643e0a3c74643e2671756f743b7072696365206f66206f61747320697320323130206575726f2070657220746f6e6e6520696e204d617263682671756f743b203c6120687265663d2223736f757263652d31223e5b315d3c2f613e3c2f74643e0a3c74643e66696c653c2f74643e0a3c74643e2d3c2f74643e0a3c2f74723e0a3c2f74626f64793e0a3c2f7461626c653e0a3c68333e5468696e2065766964656e63653c2f68333e0a3c7461626c653e0a3c74686561643e0a3c74723e0a3c74683e5175657374696f6e3c2f74683e0a3c74683e576861742077617320666f756e643c2f74683e0a3c2f74723e0a3c2f74686561643e0a3c74626f64793e0a3c74723e0a3c74643e46696e6420746865207072696365206f66206f6174733c2f74643e0a3c74643e6f6e6520736f75726365206f6e6c79203c6120687265663d2223736f757263652d31223e5b315d3c2f613e3c2f74643e0a3c2f74723e0a3c2f74626f64793e0a3c2f7461626c653e0a3c68333e416363657074616e63653c2f68333e0a3c756c3e0a3c6c693e53656e74656e6365732061626f757420746865206974656d206172652071756f7465642c206561636820776974682069747320736f757263652e3a206e6f74206576616c75617465643c2f6c693e0a3c2f756c3e0a3c703e3c656d3e41626f75742074686520736f75726365733a204f6e6c79206f6e65207265616461626c6520736f757263652077617320666f756e642e3c2f656d3e3c2f703e0a3c2f73656374696f6e3e0a3c73656374696f6e2069643d226932223e0a3c68323e57726974652061206272696566206f6e206f6174733c2f68323e0a3c703e5468697320697320616e2065766964656e63652073686565742e2054686520776f726b20697473656c66202877726974696e672920776173206e6f7420646f6e653a2069742074616b65732061206c616e6775616765206d6f64656c2e3c2f703e0a3c756c3e0a3c6c693e2671756f743b546865207072696365206f66206f61747320697320323130206575726f2070657220746f6e6e6520696e204d6172636820323032362e2671756f743b203c6120687265663d2223736f757263652d31223e5b315d3c2f613e3c2f6c693e0a3c2f756c3e0a3c68333e4669677572657320666f756e643c2f68333e0a3c7461626c653e0a3c74686561643e0a3c74723e0a3c74683e4669677572653c2f74683e0a3c74683e556e69743c2f74683e0a3c74683e576f7264732061726f756e642069743c2f74683e0a3c74683e536f757263653c2f74683e0a3c74683e446174653c2f74683e0a3c2f74723e0a3c2f74686561643e0a3c74626f64793e0a3c74723e0a3c74643e323130206575726f3c2f74643e0a3c74643e4555523c2f74643e0a3c74643e2671756f743b7072696365206f66206f61747320697320323130206575726f2070657220746f6e6e6520696e204d617263682671756f743b203c6120687265663d2223736f757263652d31223e5b315d3c2f613e3c2f74643e0a3c74643e66696c653c2f74643e0a3c74643e2d3c2f74643e0a3c2f74723e0a3c2f74626f64793e0a3c2f7461626c653e0a3c68333e5468696e2065766964656e63653c2f68333e0a3c7461626c653e0a3c74686561643e0a3c74723e0a3c74683e5175657374696f6e3c2f74683e0a3c74683e576861742077617320666f756e643c2f74683e0a3c2f74723e0a3c2f74686561643e0a3c74626f64793e0a3c74723e0a3c74643e57726974652061206272696566206f6e206f6174733c2f74643e0a3c74643e6f6e6520736f75726365206f6e6c79203c6120687265663d2223736f757263652d31223e5b315d3c2f613e3c2f74643e0a3c2f74723e0a3c2f74626f64793e0a3c2f7461626c653e0a3c68333e416363657074616e63653c2f68333e0a3c756c3e0a3c6c693e53656e74656e6365732061626f757420746865206974656d206172652071756f7465642c206561636820776974682069747320736f757263652e3a206e6f74206576616c75617465643c2f6c693e0a3c2f756c3e0a3c703e3c656d3e41626f75742074686520736f75726365733a204f6e6c79206f6e65207265616461626c6520736f757263652077617320666f756e642e3c2f656d3e3c2f703e0a3c2f73656374696f6e3e0a3c68322069643d22736f7572636573223e536f75726365733c2f68323e0a3c6f6c3e0a3c6c692069643d22736f757263652d31223e6f6174732c2066696c653a6f6174732e6d642c207265616420323032362d31312d32323c2f6c693e0a3c2f6f6c3e0a3c2f626f64793e3c2f68746d6c3e0a');
INSERT INTO checkpoints VALUES
	('s1', 1, 'context', 0, '5366a46c0e5071642f6a6bc23def640020b6a03e8d9835ad57ee1d189c41d89b', '{"persona":"You are Scout, the office''s Head of Research, an expert with long practice. You do the work yourself and hand in the finished piece; nobody does it after you. You find out what is true, who says so, and what nobody has published.\n\nHow you work: start from the question that decides, not from the topic. Go to the origin: the vendor''s page, the regulator''s text, the paper, the filing, then those who use the thing, then those who write about it. Two independent sources for what matters. Look for the strongest evidence against the first answer.\nYou trust primary sources, dated pages and data with its method; you distrust rankings with affiliate links, undated lists and pages that quote each other.\nYou always ask: Who measured this, when, and how? What is the base rate? Which figure would change the conclusion? What do the dissatisfied say? What is not published?\n\nQuality that you hold yourself to: every claim has a source or a reason; every figure has a unit and a date; every recommendation has a criterion; every gap is named. You would put your name under it.\n\n- Execution: read the criteria first and again at the end; do the part that may fail before the part that is easy; finish one criterion before the next; keep a list of what is open; hand in the piece, not a report about it.\n\nYour reply is the work. It is not about the work.","lessons":null,"worked":null,"avoid":null}', 1, 1795316664493155, ''),
	('s1', 1, 'decompose', 0, 'e20d221f12abfc24d3fa3bbc767c5c614a0dadb03612eb90c15587bd72820362', '{"sub_questions":[{"id":"q1","text":"Find the price of oats","serves":["a1"],"need":"number","fresh_days":0}],"queries":[{"q":"find price oats","for":["q1"],"angle":"primary","freshness":"any"}],"checklist":[{"id":"c1","dim":"accuracy","level":"must","text":"Every sentence of a source stands in quotation marks with its marker."},{"id":"c2","dim":"completeness","level":"must","text":"Every question without a sentence is listed as not found."}],"known":[]}', 1, 1795316664501910, ''),
	('s1', 1, 'search', 0, '4e09fa37c604278ba00abb59b9714eafd7d29c3482aae4b609cc2e61397a76eb', '{"inquiry":{"sub_questions":[{"id":"q1","text":"Find the price of oats","serves":["a1"],"need":"number","fresh_days":0}],"queries":[{"q":"find price oats","for":["q1"],"angle":"primary","freshness":"any"}],"checklist":[{"id":"c1","dim":"accuracy","level":"must","text":"Every sentence of a source stands in quotation marks with its marker."},{"id":"c2","dim":"completeness","level":"must","text":"Every question without a sentence is listed as not found."}],"known":[]},"passages":[{"id":"S1:p1","document":"cae401edf93633a67d77ce62548453c6776c024d231bcb14be495034a74b0150","source":1,"start":0,"end":54,"text":"The price of oats is 210 euro per tonne in March 2026.","site":"file","title":"oats","url":"file:oats.md","date":"","for":["q1"],"fetched_at":"2026-11-22T03:04:24.502795784Z"}],"findings":null,"covered":["q1"],"gaps":null,"conflicts":null,"notes":["Only one readable source was found."],"spent":{"queries":0,"fetches":0,"gap_cycles":0,"unread":0},"sources":1,"unsought":false}', 1, 1795316664503947, ''),
	('s1', 1, 'synthesize', 0, '8ae2a877e0da54d1bf516c44a1e6ce2219e08d01aa2b1a31da8d3377a1ec5828', '{"reply":"# [Offline extract] Find the price of oats\n\nOffline mode: no language model was used. These are sentences found in the listed sources; nothing was analysed, compared or checked for truth.\n\n## Find the price of oats\n\n- \"The price of oats is 210 euro per tonne in March 2026.\" [S1:p1]\n\n## Figures found\n\n| Figure | Unit | Words around it | Source | Date |\n|---|---|---|---|---|\n| 210 euro | EUR | \"price of oats is 210 euro per tonne in March\" [S1:p1] | file | - |\n\n## Thin evidence\n\n| Question | What was found |\n|---|---|\n| Find the price of oats | one source only [S1:p1] |\n\n## Sources\n\n| Source | Title | Address | Date |\n|---|---|---|---|\n| S1 | oats | file:oats.md | - |\n\n## Acceptance\n\n- Sentences about the item are quoted, each with its source.: not evaluated\n\n```evidence\n{\"c\":\"The price of oats is 210 euro per\",\"p\":[\"S1:p1\"],\"q\":\"The price of oats is 210 euro per tonne in March 2026.\"}\n```","model":"extractive/1","family":"","served":"T0","downgraded":false,"cut":false}', 1, 1795316664509477, ''),
	('s2', 1, 'context', 0, 'ed8883da3861c74fdb8d6ecbcf97524b35596a2e792d9baa7d0b81989c8b5255', '{"persona":"You are Quill, the office''s Head of Content, an expert with long practice. You do the work yourself and hand in the finished piece; nobody does it after you. You write what customers, partners and investors read.\n\nHow you work: one reader, one purpose, one message for each piece. Write for the reader''s problem in the reader''s words, put the point into the first line, cut each sentence that could stand in any other piece. Claims that sell carry proof.\nYou always ask: Who reads this, and what do they do next? What objection stops them? Which word is a cliche? What can be shown instead of said?\n\nQuality that you hold yourself to: every claim has a source or a reason; every figure has a unit and a date; every recommendation has a criterion; every gap is named. You would put your name under it.\n\n- Execution: read the criteria first and again at the end; do the part that may fail before the part that is easy; finish one criterion before the next; keep a list of what is open; hand in the piece, not a report about it.\n\nYour reply is the work. It is not about the work.","lessons":null,"worked":null,"avoid":null}', 1, 1795316664518716, ''),
	('s2', 1, 'decompose', 0, '8f6e556b081dfde8ced49a58b233c193706e4614c9ce9d81191c8d49fdaf77b3', '{"sub_questions":[{"id":"q1","text":"Write a brief on oats","serves":["a1"],"need":"fact","fresh_days":0}],"queries":[{"q":"write brief oats","for":["q1"],"angle":"primary","freshness":"any"}],"checklist":[{"id":"c1","dim":"accuracy","level":"must","text":"Every sentence of a source stands in quotation marks with its marker."},{"id":"c2","dim":"completeness","level":"must","text":"Every question without a sentence is listed as not found."}],"known":[]}', 1, 1795316664522440, ''),
	('s2', 1, 'search', 0, 'b96e2acb3e78ab3c5f8bffb5ba1300be50ae0e0b6e1005773ca4829acfb919b0', '{"inquiry":{"sub_questions":[{"id":"q1","text":"Write a brief on oats","serves":["a1"],"need":"fact","fresh_days":0}],"queries":[{"q":"write brief oats","for":["q1"],"angle":"primary","freshness":"any"}],"checklist":[{"id":"c1","dim":"accuracy","level":"must","text":"Every sentence of a source stands in quotation marks with its marker."},{"id":"c2","dim":"completeness","level":"must","text":"Every question without a sentence is listed as not found."}],"known":[]},"passages":[{"id":"S1:p1","document":"cae401edf93633a67d77ce62548453c6776c024d231bcb14be495034a74b0150","source":1,"start":0,"end":54,"text":"The price of oats is 210 euro per tonne in March 2026.","site":"file","title":"oats","url":"file:oats.md","date":"","for":["q1"],"fetched_at":"2026-11-22T03:04:24.502795784Z"}],"findings":null,"covered":["q1"],"gaps":null,"conflicts":null,"notes":["Only one readable source was found."],"spent":{"queries":0,"fetches":0,"gap_cycles":0,"unread":0},"sources":1,"unsought":false}', 1, 1795316664524814, ''),
	('s2', 1, 'synthesize', 0, '9ee3086e9faa55979cc9cfccbcbc2b2fc3fb416d6da1dad907afd4477a7d6bca', '{"reply":"# [Offline extract] Write a brief on oats\n\nOffline mode: no language model was used. These are sentences found in the listed sources; nothing was analysed, compared or checked for truth.\n\nThis is an evidence sheet. The work itself (writing) was not done: it takes a language model.\n\n## Write a brief on oats\n\n- \"The price of oats is 210 euro per tonne in March 2026.\" [S1:p1]\n\n## Figures found\n\n| Figure | Unit | Words around it | Source | Date |\n|---|---|---|---|---|\n| 210 euro | EUR | \"price of oats is 210 euro per tonne in March\" [S1:p1] | file | - |\n\n## Thin evidence\n\n| Question | What was found |\n|---|---|\n| Write a brief on oats | one source only [S1:p1] |\n\n## Sources\n\n| Source | Title | Address | Date |\n|---|---|---|---|\n| S1 | oats | file:oats.md | - |\n\n## Acceptance\n\n- Sentences about the item are quoted, each with its source.: not evaluated\n\n```evidence\n{\"c\":\"The price of oats is 210 euro per\",\"p\":[\"S1:p1\"],\"q\":\"The price of oats is 210 euro per tonne in March 2026.\"}\n```","model":"extractive/1","family":"","served":"T0","downgraded":false,"cut":false}', 1, 1795316664528216, '');
INSERT INTO citations VALUES
	('s1', 0, '"The price of oats is 210 euro per tonne in March 2026."', 'The price of oats is 210 euro per tonne in March 2026', 'cae401edf93633a67d77ce62548453c6776c024d231bcb14be495034a74b0150', 'oats', 'file:oats.md', 0, 53, 'S1:p1', 1795316664502795),
	('s1', 1, '210 euro | EUR | "price of oats is 210 euro per tonne in March" | file | - |', 'The price of oats is 210 euro per tonne in March 2026.', 'cae401edf93633a67d77ce62548453c6776c024d231bcb14be495034a74b0150', 'oats', 'file:oats.md', 0, 54, 'S1:p1', 1795316664502795),
	('s1', 2, 'Find the price of oats | one source only |', 'The price of oats is 210 euro per tonne in March 2026.', 'cae401edf93633a67d77ce62548453c6776c024d231bcb14be495034a74b0150', 'oats', 'file:oats.md', 0, 54, 'S1:p1', 1795316664502795),
	('s2', 0, '"The price of oats is 210 euro per tonne in March 2026."', 'The price of oats is 210 euro per tonne in March 2026', 'cae401edf93633a67d77ce62548453c6776c024d231bcb14be495034a74b0150', 'oats', 'file:oats.md', 0, 53, 'S1:p1', 1795316664502795),
	('s2', 1, '210 euro | EUR | "price of oats is 210 euro per tonne in March" | file | - |', 'The price of oats is 210 euro per tonne in March 2026.', 'cae401edf93633a67d77ce62548453c6776c024d231bcb14be495034a74b0150', 'oats', 'file:oats.md', 0, 54, 'S1:p1', 1795316664502795),
	('s2', 2, 'Write a brief on oats | one source only |', 'The price of oats is 210 euro per tonne in March 2026.', 'cae401edf93633a67d77ce62548453c6776c024d231bcb14be495034a74b0150', 'oats', 'file:oats.md', 0, 54, 'S1:p1', 1795316664502795);
INSERT INTO counters VALUES
	('d', 3),
	('event', 27),
	('m', 1),
	('n', 1),
	('p', 1),
	('s', 3);
INSERT INTO cursors VALUES
	('workflow.log', 27);
INSERT INTO deliverables VALUES
	('n1', 'p1', '[Offline extract] Oats', '# [Offline extract] Oats
> Offline mode: no language model was used. These are sentences found in the listed sources; nothing was analysed, compared or checked for truth.
<a id="i1"></a>
## Find the price of oats
- "The price of oats is 210 euro per tonne in March 2026." [\[1\]](#source-1)
### Figures found
| Figure | Unit | Words around it | Source | Date |
|---|---|---|---|---|
| 210 euro | EUR | "price of oats is 210 euro per tonne in March" [\[1\]](#source-1) | file | - |
### Thin evidence
| Question | What was found |
|---|---|
| Find the price of oats | one source only [\[1\]](#source-1) |
### Acceptance
- Sentences about the item are quoted, each with its source.: not evaluated
*About the sources: Only one readable source was found.*
<a id="i2"></a>
## Write a brief on oats
This is an evidence sheet. The work itself (writing) was not done: it takes a language model.
- "The price of oats is 210 euro per tonne in March 2026." [\[1\]](#source-1)
### Figures found
| Figure | Unit | Words around it | Source | Date |
|---|---|---|---|---|
| 210 euro | EUR | "price of oats is 210 euro per tonne in March" [\[1\]](#source-1) | file | - |
### Thin evidence
| Question | What was found |
|---|---|
| Write a brief on oats | one source only [\[1\]](#source-1) |
### Acceptance
- Sentences about the item are quoted, each with its source.: not evaluated
*About the sources: Only one readable source was found.*
## Sources
- <a id="source-1"></a>[1] oats, file:oats.md, read 2026-11-22
', '<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src ''none''; img-src data:; style-src ''unsafe-inline''; base-uri ''none''; form-action ''none''">
<title>[Offline extract] Oats</title>
<meta name="generator" content="extractive/1">
<meta name="model" content="none">
<style>body{font:17px/1.6 Georgia,serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;background:#fff;overflow-wrap:anywhere}
h1,h2,h3,h4,h5,h6,nav,table{font-family:system-ui,sans-serif;line-height:1.3}h1{font-size:1.9rem}h2{margin-top:2.5rem}h3{margin-top:2rem}
nav{font-size:.95rem;border-top:1px solid #ccc;border-bottom:1px solid #ccc;padding:.5rem 0}nav ul{list-style:none;padding-left:1rem;margin:.2rem 0}
blockquote{margin:1rem 0;padding:.2rem 1rem;border-left:4px solid #999;color:#444}
table{border-collapse:collapse;font-size:.9rem;display:block;overflow-x:auto;overflow-wrap:normal}th,td{border:1px solid #ccc;padding:.3rem .6rem;text-align:left;vertical-align:top}
figure{margin:1rem 0}figure img{max-width:100%;background:#fff}figcaption{font-size:.9rem;font-style:italic}
pre{background:#f5f5f5;padding:.8rem;overflow-x:auto;overflow-wrap:normal}.notice{background:#fff6d6;padding:.6rem 1rem}a{color:#0b57a4}:target{scroll-margin-top:1rem}
@media(prefers-color-scheme:dark){body{background:#161616;color:#e6e6e6}a{color:#8ab8ff}pre{background:#222}.notice{background:#3b3415}blockquote{color:#bbb}th,td,nav{border-color:#444}}
@media print{nav{display:none}a{color:inherit}}</style></head><body>
<h1>[Offline extract] Oats</h1>
<p class="notice">Offline mode: no language model was used. These are sentences found in the listed sources; nothing was analysed, compared or checked for truth.</p>
<nav><ul>
<li><a href="#i1">Find the price of oats</a></li>
<li><a href="#i2">Write a brief on oats</a></li>
<li><a href="#sources">Sources</a></li>
</ul></nav>
<section id="i1">
<h2>Find the price of oats</h2>
<ul>
<li>&quot;The price of oats is 210 euro per tonne in March 2026.&quot; <a href="#source-1">[1]</a></li>
</ul>
<h3>Figures found</h3>
<table>
<thead>
<tr>
<th>Figure</th>
<th>Unit</th>
<th>Words around it</th>
<th>Source</th>
<th>Date</th>
</tr>
</thead>
<tbody>
<tr>
<td>210 euro</td>
<td>EUR</td>
<td>&quot;price of oats is 210 euro per tonne in March&quot; <a href="#source-1">[1]</a></td>
<td>file</td>
<td>-</td>
</tr>
</tbody>
</table>
<h3>Thin evidence</h3>
<table>
<thead>
<tr>
<th>Question</th>
<th>What was found</th>
</tr>
</thead>
<tbody>
<tr>
<td>Find the price of oats</td>
<td>one source only <a href="#source-1">[1]</a></td>
</tr>
</tbody>
</table>
<h3>Acceptance</h3>
<ul>
<li>Sentences about the item are quoted, each with its source.: not evaluated</li>
</ul>
<p><em>About the sources: Only one readable source was found.</em></p>
</section>
<section id="i2">
<h2>Write a brief on oats</h2>
<p>This is an evidence sheet. The work itself (writing) was not done: it takes a language model.</p>
<ul>
<li>&quot;The price of oats is 210 euro per tonne in March 2026.&quot; <a href="#source-1">[1]</a></li>
</ul>
<h3>Figures found</h3>
<table>
<thead>
<tr>
<th>Figure</th>
<th>Unit</th>
<th>Words around it</th>
<th>Source</th>
<th>Date</th>
</tr>
</thead>
<tbody>
<tr>
<td>210 euro</td>
<td>EUR</td>
<td>&quot;price of oats is 210 euro per tonne in March&quot; <a href="#source-1">[1]</a></td>
<td>file</td>
<td>-</td>
</tr>
</tbody>
</table>
<h3>Thin evidence</h3>
<table>
<thead>
<tr>
<th>Question</th>
<th>What was found</th>
</tr>
</thead>
<tbody>
<tr>
<td>Write a brief on oats</td>
<td>one source only <a href="#source-1">[1]</a></td>
</tr>
</tbody>
</table>
<h3>Acceptance</h3>
<ul>
<li>Sentences about the item are quoted, each with its source.: not evaluated</li>
</ul>
<p><em>About the sources: Only one readable source was found.</em></p>
</section>
<h2 id="sources">Sources</h2>
<ol>
<li id="source-1">oats, file:oats.md, read 2026-11-22</li>
</ol>
</body></html>
', '6cdcc7154dbd2c55794267ed7e01a6232b60048798bfbfbe432238d9ba91dd12', 1795316664587660);
INSERT INTO deliveries VALUES
	(1, 'd1', 'reply:m1', 'run', 'run', 'p1', 'reply', '', 'I heard: **Oats**, 2 open items in 1 phase. I am planning it now and start at once.
Offline mode: no model is configured, so you will get sentences found in your documents, not analysis.', 'sent', 1, 0, NULL, 'shown-d1', '', 1795316664445229, 1795316664467061, '', '{}', 0, '', 0, 'tool-1442-dn1en5qpsfu5', ''),
	(2, 'd2', 'plan:n1', 'run', 'run', 'p1', 'plan', 'Oats', '**Oats** is planned: 2 steps.
1. Find the price of oats (Researcher (extractive))
2. Write a brief on oats (Editor (extractive)), after 1', 'sent', 1, 0, NULL, 'shown-d2', '', 1795316664481794, 1795316664489549, '', '{}', 0, '', 0, 'tool-1442-dn1en5qpsfu5', ''),
	(3, 'd3', 'result:p1', 'run', 'run', 'p1', 'result', 'Oats', '**Oats** is finished.', 'sent', 1, 0, NULL, 'shown-d3', '', 1795316664587660, 1795316664595741, '', '{}', 0, '', 0, 'tool-1442-dn1en5qpsfu5', '');
INSERT INTO delivery_files VALUES
	('d3', 0, 'deliverable.md', '035157cce27143e85f680c13e13d5a5b8a955a7513cb011a3a3334742241a7d4'),
	('d3', 1, 'deliverable.html', '40b769293db90956a1f7dd8ba2168154678c6241a14472165d9109a8830f81e1'),
	('d3', 2, 'deliverable.pdf', '6cdcc7154dbd2c55794267ed7e01a6232b60048798bfbfbe432238d9ba91dd12');
INSERT INTO documents VALUES
	('cae401edf93633a67d77ce62548453c6776c024d231bcb14be495034a74b0150', 'The price of oats is 210 euro per tonne in March 2026.
', 1795316664502844);
INSERT INTO drafts VALUES
	('s1', 1, 1, '# [Offline extract] Find the price of oats
Offline mode: no language model was used. These are sentences found in the listed sources; nothing was analysed, compared or checked for truth.
## Find the price of oats
- "The price of oats is 210 euro per tonne in March 2026." [S1:p1]
## Figures found
| Figure | Unit | Words around it | Source | Date |
|---|---|---|---|---|
| 210 euro | EUR | "price of oats is 210 euro per tonne in March" [S1:p1] | file | - |
## Thin evidence
| Question | What was found |
|---|---|
| Find the price of oats | one source only [S1:p1] |
## Sources
| Source | Title | Address | Date |
|---|---|---|---|
| S1 | oats | file:oats.md | - |
## Acceptance
- Sentences about the item are quoted, each with its source.: not evaluated
```evidence
{"c":"The price of oats is 210 euro per","p":["S1:p1"],"q":"The price of oats is 210 euro per tonne in March 2026."}
```', NULL, 0, 1, '{"unknown_markers":null,"quotes":1,"fabricated":null,"repaired":0,"factual":2,"supported":2,"pairs":3,"good_pairs":3,"numbers":4,"bad_numbers":null,"names":0,"bad_names":null,"weak":null,"domains":1,"dated":0,"fresh":0,"warnings":null,"acceptance":[{"id":"a1","text":"Sentences about the item are quoted, each with its source.","by_code":false,"met":false,"detail":""}],"must_fix":null,"citations":[{"claim":"\"The price of oats is 210 euro per tonne in March 2026.\"","quote":"The price of oats is 210 euro per tonne in March 2026","document":"cae401edf93633a67d77ce62548453c6776c024d231bcb14be495034a74b0150","title":"oats","url":"file:oats.md","start":0,"end":53,"passage":"S1:p1","fetched_at":"2026-11-22T03:04:24.502795784Z"},{"claim":"210 euro | EUR | \"price of oats is 210 euro per tonne in March\" | file | - |","quote":"The price of oats is 210 euro per tonne in March 2026.","document":"cae401edf93633a67d77ce62548453c6776c024d231bcb14be495034a74b0150","title":"oats","url":"file:oats.md","start":0,"end":54,"passage":"S1:p1","fetched_at":"2026-11-22T03:04:24.502795784Z"},{"claim":"Find the price of oats | one source only |","quote":"The price of oats is 210 euro per tonne in March 2026.","document":"cae401edf93633a67d77ce62548453c6776c024d231bcb14be495034a74b0150","title":"oats","url":"file:oats.md","start":0,"end":54,"passage":"S1:p1","fetched_at":"2026-11-22T03:04:24.502795784Z"}],"effective_citations":3}', 1795316664511404, 0, 0),
	('s2', 1, 1, '# [Offline extract] Write a brief on oats
Offline mode: no language model was used. These are sentences found in the listed sources; nothing was analysed, compared or checked for truth.
This is an evidence sheet. The work itself (writing) was not done: it takes a language model.
## Write a brief on oats
- "The price of oats is 210 euro per tonne in March 2026." [S1:p1]
## Figures found
| Figure | Unit | Words around it | Source | Date |
|---|---|---|---|---|
| 210 euro | EUR | "price of oats is 210 euro per tonne in March" [S1:p1] | file | - |
## Thin evidence
| Question | What was found |
|---|---|
| Write a brief on oats | one source only [S1:p1] |
## Sources
| Source | Title | Address | Date |
|---|---|---|---|
| S1 | oats | file:oats.md | - |
## Acceptance
- Sentences about the item are quoted, each with its source.: not evaluated
```evidence
{"c":"The price of oats is 210 euro per","p":["S1:p1"],"q":"The price of oats is 210 euro per tonne in March 2026."}
```', NULL, 0, 1, '{"unknown_markers":null,"quotes":1,"fabricated":null,"repaired":0,"factual":2,"supported":2,"pairs":3,"good_pairs":2,"numbers":4,"bad_numbers":null,"names":0,"bad_names":null,"weak":["Write a brief on oats | one source only |"],"domains":1,"dated":0,"fresh":0,"warnings":null,"acceptance":[{"id":"a1","text":"Sentences about the item are quoted, each with its source.","by_code":false,"met":false,"detail":""}],"must_fix":null,"citations":[{"claim":"\"The price of oats is 210 euro per tonne in March 2026.\"","quote":"The price of oats is 210 euro per tonne in March 2026","document":"cae401edf93633a67d77ce62548453c6776c024d231bcb14be495034a74b0150","title":"oats","url":"file:oats.md","start":0,"end":53,"passage":"S1:p1","fetched_at":"2026-11-22T03:04:24.502795784Z"},{"claim":"210 euro | EUR | \"price of oats is 210 euro per tonne in March\" | file | - |","quote":"The price of oats is 210 euro per tonne in March 2026.","document":"cae401edf93633a67d77ce62548453c6776c024d231bcb14be495034a74b0150","title":"oats","url":"file:oats.md","start":0,"end":54,"passage":"S1:p1","fetched_at":"2026-11-22T03:04:24.502795784Z"},{"claim":"Write a brief on oats | one source only |","quote":"The price of oats is 210 euro per tonne in March 2026.","document":"cae401edf93633a67d77ce62548453c6776c024d231bcb14be495034a74b0150","title":"oats","url":"file:oats.md","start":0,"end":54,"passage":"S1:p1","fetched_at":"2026-11-22T03:04:24.502795784Z"}],"effective_citations":2}', 1795316664535899, 0, 0);
INSERT INTO duties VALUES
	('unknown costs', 1795317264451849, NULL, 0, '');
INSERT INTO events VALUES
	(1, 1795316664442198, 'message_received', 'm1', NULL, NULL, NULL, NULL, 0, 'Message from founder with r.md', '{}'),
	(2, 1795316664445229, 'project_created', 'm1', 'p1', NULL, NULL, NULL, 0, 'Project started: Oats', '{}'),
	(3, 1795316664445229, 'mission_planning', NULL, 'p1', 'n1', NULL, NULL, 0, 'To be planned: Oats', '{}'),
	(4, 1795316664445229, 'message_handled', 'm1', 'p1', NULL, NULL, NULL, 0, 'Handled as NEW_PROJECT (full_project, confidence 1.00)', '{"class":"full_project","route":"NEW_PROJECT","tag":""}'),
	(5, 1795316664467061, 'delivery_sent', NULL, 'p1', NULL, NULL, NULL, 0, 'Sent d1 (reply) to run', '{"attempts":"1","channel":"run","delivery":"d1","kind":"reply","receipt":"shown-d1","transport":"run"}'),
	(6, 1795316664481794, 'mission_planned', NULL, 'p1', 'n1', NULL, NULL, 0, 'Oats is planned in 3 steps', '{"delivery":"plan:n1","gate":"not run: no model","quality":"roadmap"}'),
	(7, 1795316664481794, 'step_ready', NULL, 'p1', 'n1', 's1', 'agent-scout', 0, 'Ready: Find the price of oats', '{}'),
	(8, 1795316664484835, 'step_started', NULL, 'p1', 'n1', 's1', 'agent-scout', 1, 'Started: Find the price of oats', '{}'),
	(9, 1795316664489549, 'delivery_sent', NULL, 'p1', NULL, NULL, NULL, 0, 'Sent d2 (plan) to run', '{"attempts":"1","channel":"run","delivery":"d2","kind":"plan","receipt":"shown-d2","transport":"run"}'),
	(10, 1795316664493155, 'stage_done', NULL, 'p1', 'n1', 's1', 'agent-scout', 1, 'Find the price of oats: context done', '{"stage":"context"}'),
	(11, 1795316664501910, 'stage_done', NULL, 'p1', 'n1', 's1', 'agent-scout', 1, 'Find the price of oats: decompose done', '{"stage":"decompose"}'),
	(12, 1795316664503947, 'stage_done', NULL, 'p1', 'n1', 's1', 'agent-scout', 1, 'Find the price of oats: search done', '{"stage":"search"}'),
	(13, 1795316664509477, 'stage_done', NULL, 'p1', 'n1', 's1', 'agent-scout', 1, 'Find the price of oats: synthesize done', '{"stage":"synthesize"}'),
	(14, 1795316664511404, 'step_completed', NULL, 'p1', 'n1', 's1', 'agent-scout', 1, 'Completed: Find the price of oats', '{"next_suggested":"s2 s3","outputs":"deliverable.md#i1"}'),
	(15, 1795316664511404, 'step_ready', NULL, 'p1', 'n1', 's2', 'agent-quill', 0, 'Ready: Write a brief on oats', '{}'),
	(16, 1795316664516609, 'step_started', NULL, 'p1', 'n1', 's2', 'agent-quill', 1, 'Started: Write a brief on oats', '{}'),
	(17, 1795316664518716, 'stage_done', NULL, 'p1', 'n1', 's2', 'agent-quill', 1, 'Write a brief on oats: context done', '{"stage":"context"}'),
	(18, 1795316664522440, 'stage_done', NULL, 'p1', 'n1', 's2', 'agent-quill', 1, 'Write a brief on oats: decompose done', '{"stage":"decompose"}'),
	(19, 1795316664524814, 'stage_done', NULL, 'p1', 'n1', 's2', 'agent-quill', 1, 'Write a brief on oats: search done', '{"stage":"search"}'),
	(20, 1795316664528216, 'stage_done', NULL, 'p1', 'n1', 's2', 'agent-quill', 1, 'Write a brief on oats: synthesize done', '{"stage":"synthesize"}'),
	(21, 1795316664535899, 'step_completed', NULL, 'p1', 'n1', 's2', 'agent-quill', 1, 'Completed: Write a brief on oats', '{"next_suggested":"s3","outputs":"deliverable.md#i2"}'),
	(22, 1795316664535899, 'step_ready', NULL, 'p1', 'n1', 's3', 'agent-chief', 0, 'Ready: Assemble: Oats', '{}'),
	(23, 1795316664538015, 'step_started', NULL, 'p1', 'n1', 's3', 'agent-chief', 1, 'Started: Assemble: Oats', '{}'),
	(24, 1795316664587660, 'step_completed', NULL, 'p1', 'n1', 's3', 'agent-chief', 1, 'Completed: Assemble: Oats', '{"next_suggested":"","outputs":"deliverable.md#assembly"}'),
	(25, 1795316664587660, 'mission_completed', NULL, 'p1', 'n1', NULL, NULL, 0, 'Oats: completed, all of 3 steps done', '{"state":"completed"}'),
	(26, 1795316664587660, 'project_completed', NULL, 'p1', NULL, NULL, NULL, 0, 'Project Oats: completed, every step is done', '{"delivery":"result:p1","state":"completed"}'),
	(27, 1795316664595741, 'delivery_sent', NULL, 'p1', NULL, NULL, NULL, 0, 'Sent d3 (result) to run', '{"attempts":"1","channel":"run","delivery":"d3","kind":"result","receipt":"shown-d3","transport":"run"}');
INSERT INTO goose_db_version VALUES
	(1, 0, true, '2026-11-22 03:04:25.262311'),
	(2, 1, true, '2026-11-22 03:04:25.273787'),
	(3, 2, true, '2026-11-22 03:04:25.429733'),
	(4, 3, true, '2026-11-22 03:04:25.460334'),
	(5, 4, true, '2026-11-22 03:04:25.472156'),
	(6, 5, true, '2026-11-22 03:04:25.478938'),
	(7, 6, true, '2026-11-22 03:04:25.483874'),
	(8, 7, true, '2026-11-22 03:04:25.497052'),
	(9, 8, true, '2026-11-22 03:04:25.498542'),
	(10, 9, true, '2026-11-22 03:04:25.534426'),
	(11, 10, true, '2026-11-22 03:04:25.565586'),
	(12, 15, true, '2026-11-28 22:40:40.899997'),
	(13, 16, true, '2026-11-28 22:40:40.90766'),
	(14, 17, true, '2026-11-28 22:40:40.912586'),
	(15, 18, true, '2026-11-28 22:40:40.921994'),
	(16, 21, true, '2026-11-28 22:40:40.924772'),
	(17, 23, true, '2026-11-28 22:40:40.927421'),
	(18, 24, true, '2026-11-28 22:40:40.930831'),
	(19, 25, true, '2026-11-28 22:40:40.932123'),
	(20, 26, true, '2026-11-28 22:40:40.937595'),
	(21, 27, true, '2026-11-28 22:40:40.938602'),
	(22, 28, true, '2026-11-28 22:40:40.943346'),
	(23, 29, true, '2026-11-28 22:40:40.958098'),
	(24, 30, true, '2026-11-28 22:40:40.961541'),
	(25, 31, true, '2026-11-28 22:40:40.974059'),
	(26, 32, true, '2026-11-28 22:40:40.975698'),
	(27, 33, true, '2026-11-28 22:40:40.976766'),
	(28, 34, true, '2026-11-28 22:40:40.977537'),
	(29, 36, true, '2026-11-28 22:40:40.979827'),
	(30, 37, true, '2026-11-28 22:40:40.982967'),
	(31, 60, true, '2026-11-28 22:40:40.985392'),
	(32, 70, true, '2026-11-28 22:40:40.99613'),
	(33, 71, true, '2026-11-28 22:40:40.999663'),
	(34, 72, true, '2026-11-28 22:40:41.001391'),
	(35, 73, true, '2026-11-28 22:40:41.015124'),
	(36, 74, true, '2026-11-28 22:40:41.019552'),
	(37, 75, true, '2026-11-28 22:40:41.020721'),
	(38, 76, true, '2026-11-28 22:40:41.023115'),
	(39, 77, true, '2026-11-28 22:40:41.024137'),
	(40, 80, true, '2026-11-28 22:40:41.02512'),
	(41, 83, true, '2026-11-28 22:40:41.02657'),
	(42, 86, true, '2026-11-28 22:40:41.027483'),
	(43, 87, true, '2026-11-28 22:40:41.03151'),
	(44, 88, true, '2026-11-28 22:40:41.033762'),
	(45, 89, true, '2026-11-28 22:40:41.040083'),
	(46, 90, true, '2026-11-28 22:40:41.04229'),
	(47, 91, true, '2026-11-28 22:40:41.046565'),
	(48, 92, true, '2026-11-28 22:40:41.052253'),
	(49, 93, true, '2026-11-28 22:40:41.054119'),
	(50, 94, true, '2026-11-28 22:40:41.056548'),
	(51, 95, true, '2026-11-28 22:40:41.057575'),
	(52, 96, true, '2026-11-28 22:40:41.061015'),
	(53, 97, true, '2026-11-28 22:40:41.06492'),
	(54, 98, true, '2026-11-28 22:40:41.073495'),
	(55, 99, true, '2026-11-28 22:40:41.0755');
INSERT INTO identity VALUES
	(1, 'frasier', 'Y5ANSJTVCPYBDYQSWYBNDQKUAF', 1795316664436890);
INSERT INTO llm_calls VALUES
	(1, '282a559f9152d1998308c784aa730b1643a6fa2dcf9423dada34958c6838bc82', 1, 'roles', 'p1', 'n1', NULL, NULL, 1, 'T0', 'T0', 'extractive/1', 'extractive/1', '', '', 'stop', 'usable', '', '{"roles":[{"category":"content","covers":["Write a brief on oats"],"existing_agent":"agent-quill","title":"Editor (extractive)","why":"Chosen by keywords in the items."},{"category":"research","covers":["Find the price of oats"],"existing_agent":"agent-scout","title":"Researcher (extractive)","why":"Chosen by keywords in the items."}]}', 0, 0, 0, 0, 0, 'free', 0, 1795316664456680, 1795316664456680, 1795316664468012, 55410000, '2026-11-22'),
	(2, '151d8b7ca29acaf5321fc1d6b8be3d4ad16e60cc6afd54759f12fb23ffbd8036', 1, 'enrich', 'p1', 'n1', NULL, NULL, 1, 'T0', 'T0', 'extractive/1', 'extractive/1', '', '', 'stop', 'usable', '', '{"items":[{"acceptance":[{"check":"judge","id":"a1","n":null,"text":"Sentences about the item are quoted, each with its source."}],"depth":"standard","goal":"Find the price of oats","key":"i1","kind":"research","role":"Researcher (extractive)","tier":"T1"},{"acceptance":[{"check":"judge","id":"a1","n":null,"text":"Sentences about the item are quoted, each with its source."}],"depth":"standard","goal":"Write a brief on oats","key":"i2","kind":"writing","role":"Editor (extractive)","tier":"T1"}]}', 0, 0, 0, 0, 0, 'free', 0, 1795316664476697, 1795316664476697, 1795316664478995, 76665000, '2026-11-22'),
	(3, '8c752d2405f7c55f3b1ace15e25ce64a715c86720f6bc6a993120859163c2853', 1, 'decompose', 'p1', 'n1', 's1', 'agent-scout', 1, 'T0', 'T0', 'extractive/1', 'extractive/1', '', '', 'stop', 'usable', '', '{"checklist":[{"dim":"accuracy","id":"c1","level":"must","text":"Every sentence of a source stands in quotation marks with its marker."},{"dim":"completeness","id":"c2","level":"must","text":"Every question without a sentence is listed as not found."}],"known":[],"queries":[{"angle":"primary","for":["q1"],"freshness":"any","q":"find price oats"}],"sub_questions":[{"fresh_days":null,"id":"q1","need":"number","serves":["a1"],"text":"Find the price of oats"}]}', 0, 0, 0, 0, 0, 'free', 0, 1795316664496670, 1795316664496670, 1795316664498538, 74820000, '2026-11-22'),
	(4, 'cc0c80fbd540fceb265ea81a2d3918d950d8e3bf217fcf1ad419927980f83649', 1, 'synthesize', 'p1', 'n1', 's1', 'agent-scout', 1, 'T0', 'T0', 'extractive/1', 'extractive/1', '', '', 'stop', 'usable', '', '# [Offline extract] Find the price of oats
Offline mode: no language model was used. These are sentences found in the listed sources; nothing was analysed, compared or checked for truth.
## Find the price of oats
- "The price of oats is 210 euro per tonne in March 2026." [S1:p1]
## Figures found
| Figure | Unit | Words around it | Source | Date |
|---|---|---|---|---|
| 210 euro | EUR | "price of oats is 210 euro per tonne in March" [S1:p1] | file | - |
## Thin evidence
| Question | What was found |
|---|---|
| Find the price of oats | one source only [S1:p1] |
## Sources
| Source | Title | Address | Date |
|---|---|---|---|
| S1 | oats | file:oats.md | - |
## Acceptance
- Sentences about the item are quoted, each with its source.: not evaluated
```evidence
{"c":"The price of oats is 210 euro per","p":["S1:p1"],"q":"The price of oats is 210 euro per tonne in March 2026."}
```', 0, 0, 0, 0, 0, 'free', 0, 1795316664505901, 1795316664505901, 1795316664506817, 66855000, '2026-11-22'),
	(5, 'c170dc0f478e5f69f03fbe0722df076b0a48e005efda7f6bd25656a52f4d3333', 1, 'decompose', 'p1', 'n1', 's2', 'agent-quill', 1, 'T0', 'T0', 'extractive/1', 'extractive/1', '', '', 'stop', 'usable', '', '{"checklist":[{"dim":"accuracy","id":"c1","level":"must","text":"Every sentence of a source stands in quotation marks with its marker."},{"dim":"completeness","id":"c2","level":"must","text":"Every question without a sentence is listed as not found."}],"known":[],"queries":[{"angle":"primary","for":["q1"],"freshness":"any","q":"write brief oats"}],"sub_questions":[{"fresh_days":null,"id":"q1","need":"fact","serves":["a1"],"text":"Write a brief on oats"}]}', 0, 0, 0, 0, 0, 'free', 0, 1795316664519419, 1795316664519419, 1795316664520743, 77565000, '2026-11-22'),
	(6, 'fd07404a8165c5e9928e775e2668a33d5adedaa653ae8a85e29e533597d7a82e', 1, 'synthesize', 'p1', 'n1', 's2', 'agent-quill', 1, 'T0', 'T0', 'extractive/1', 'extractive/1', '', '', 'stop', 'usable', '', '# [Offline extract] Write a brief on oats
Offline mode: no language model was used. These are sentences found in the listed sources; nothing was analysed, compared or checked for truth.
This is an evidence sheet. The work itself (writing) was not done: it takes a language model.
## Write a brief on oats
- "The price of oats is 210 euro per tonne in March 2026." [S1:p1]
## Figures found
| Figure | Unit | Words around it | Source | Date |
|---|---|---|---|---|
| 210 euro | EUR | "price of oats is 210 euro per tonne in March" [S1:p1] | file | - |
## Thin evidence
| Question | What was found |
|---|---|
| Write a brief on oats | one source only [S1:p1] |
## Sources
| Source | Title | Address | Date |
|---|---|---|---|
| S1 | oats | file:oats.md | - |
## Acceptance
- Sentences about the item are quoted, each with its source.: not evaluated
```evidence
{"c":"The price of oats is 210 euro per","p":["S1:p1"],"q":"The price of oats is 210 euro per tonne in March 2026."}
```', 0, 0, 0, 0, 0, 'free', 0, 1795316664527023, 1795316664527023, 1795316664527734, 74550000, '2026-11-22');
INSERT INTO memories VALUES
	(1, 'turn', 'm1', 'p1', 'Oats', 'I heard: **Oats**, 2 open items in 1 phase. I am planning it now and start at once.
Offline mode: no model is configured, so you will get sentences found in your documents, not analysis.', 1795316664445229, '''1'':8 ''2'':4 ''am'':11 ''analysis'':35 ''and'':15 ''at'':17 ''configured'':24 ''documents'':33 ''found'':30 ''get'':28 ''heard'':2 ''i'':1,10 ''in'':7,31 ''is'':23 ''it'':13 ''items'':6 ''mode'':20 ''model'':22 ''no'':21 ''not'':34 ''now'':14 ''oats'':3 ''offline'':19 ''once'':18 ''open'':5 ''phase'':9 ''planning'':12 ''sentences'':29 ''so'':25 ''start'':16 ''will'':27 ''you'':26 ''your'':32'),
	(2, 'document', 'n1', 'p1', '[Offline extract] Oats', '# [Offline extract] Oats
> Offline mode: no language model was used. These are sentences found in the listed sources; nothing was analysed, compared or checked for truth.
<a id="i1"></a>
## Find the price of oats
- "The price of oats is 210 euro per tonne in March 2026." [\[1\]](#source-1)
### Figures found
| Figure | Unit | Words around it | Source | Date |
|---|---|---|---|---|
| 210 euro | EUR | "price of oats is 210 euro per tonne in March" [\[1\]](#source-1) | file | - |
### Thin evidence
| Question | What was found |
|---|---|
| Find the price of oats | one source only [\[1\]](#source-1) |
### Acceptance
- Sentences about the item are quoted, each with its source.: not evaluated
*About the sources: Only one readable source was found.*
<a id="i2"></a>
## Write a brief on oats
This is an evidence sheet. The work itself (writing) was not done: it takes a language model.
- "The price of oats is 210 euro per tonne in March 2026." [\[1\]](#source-1)
### Figures found
| Figure | Unit | Words around it | Source | Date |
|---|---|---|---|---|
| 210 euro | EUR | "price of oats is 210 euro per tonne in March" [\[1\]](#source-1) | file | - |
### Thin evidence
| Question | What was found |
|---|---|
| Write a brief on oats | one source only [\[1\]](#source-1) |
### Acceptance
- Sentences about the item are quoted, each with its source.: not evaluated
*About the sources: Only one readable source was found.*
## Sources
- <a id="source-1"></a>[1] oats, file:oats.md, read 2026-11-22
', 1795316664587660, '''1'':48,50,73,75,91,93,154,156,179,181,197,199,226,228 ''11'':235 ''2026'':47,153,234 ''210'':41,60,67,147,166,173 ''22'':236 ''a'':27,30,116,119,121,139,190,223,227 ''about'':96,107,202,213 ''acceptance'':94,200 ''an'':127 ''analysed'':21 ''are'':12,99,205 ''around'':56,162 ''brief'':122,191 ''checked'':24 ''compared'':22 ''date'':59,165 ''done'':136 ''each'':101,207 ''eur'':62,168 ''euro'':42,61,68,148,167,174 ''evaluated'':106,212 ''evidence'':78,128,184 ''extract'':2 ''figure'':53,159 ''figures'':51,157 ''file'':76,182,230 ''find'':31,83 ''for'':25 ''found'':14,52,82,115,158,188,221 ''i1'':29 ''i2'':118 ''id'':28,117,224 ''in'':15,45,71,151,177 ''is'':40,66,126,146,172 ''it'':57,137,163 ''item'':98,204 ''its'':103,209 ''itself'':132 ''language'':7,140 ''listed'':17 ''march'':46,72,152,178 ''md'':232 ''mode'':5 ''model'':8,141 ''no'':6 ''not'':105,135,211 ''nothing'':19 ''oats'':3,35,39,65,87,124,145,171,193,229,231 ''of'':34,38,64,86,144,170 ''offline'':1,4 ''on'':123,192 ''one'':88,111,194,217 ''only'':90,110,196,216 ''or'':23 ''per'':43,69,149,175 ''price'':33,37,63,85,143,169 ''question'':79,185 ''quoted'':100,206 ''read'':233 ''readable'':112,218 ''sentences'':13,95,201 ''sheet'':129 ''source'':49,58,74,89,92,104,113,155,164,180,195,198,210,219,225 ''sources'':18,109,215,222 ''takes'':138 ''the'':16,32,36,84,97,108,130,142,203,214 ''these'':11 ''thin'':77,183 ''this'':125 ''tonne'':44,70,150,176 ''truth'':26 ''unit'':54,160 ''used'':10 ''was'':9,20,81,114,134,187,220 ''what'':80,186 ''with'':102,208 ''words'':55,161 ''work'':131 ''write'':120,189 ''writing'':133');
INSERT INTO messages VALUES
	(1, 'm1', 'run', 'run', 'file-6b0046dd9e28a2bc9287e3c48884fd59285a6d8553c9f08e76b669231b75ae2b', 'founder', '', 1, 'handled', '', 1795316664339145, 1795316664442198, NULL, NULL, 0, '', 0, '');
INSERT INTO migration_sums VALUES
	(1, '0364561103c873d5a82754bf92dc482076d32195132ba9ab2562d001f886f9bd'),
	(2, '23c35ff0eb7be89efc42ae43d42dfcda657a7b93e1ae631424c7731b0f8d9a54'),
	(3, 'ed9f67d01c1d4ecabe5ca6940282d65241b757e1e53a970cca8ac72e992de393'),
	(4, '066ba715471cdab97137abcec83faf92bbdc803671fd2ba2d1146d38d234a60b'),
	(5, 'b4ea1577afc838d2925a450c9bcfba8e7f02937d851ea2d6e179afd0f80fce8d'),
	(6, 'ea8b3c7aae30fded3303598ad0eb699fa70b80c6ba727efad64fe16dbbd4dc87'),
	(7, '435ee9755f45c98ce3cb2c297c2c617c752da73c6a0e1f23c4f3f3ddda49dcd6'),
	(8, 'b41c832fa3408d48f541f1497835b77ce62bd0f9be9db681fa4800b12a1e8509'),
	(9, '4bd3edd2f38bcc061f09ebd1da9ec4e0988af88140f0aac62e5d7ba45c2ebf7e'),
	(10, '897984a7aff80c1b3b7a0ae9c9fecbc26ef6d4604d700debd681186888d32031'),
	(15, 'f2350172a013324de5fd7d94ddcd47d9c894391964eaf244289cd590d2f2294b'),
	(16, '8c35052d4fba086b3e9910712f6f33dd778705927e052e84772c87cbb3e23194'),
	(17, '71c70d3b9a773f99d5ff51e87a3822994551c26166a627c26b908e26bc25a54f'),
	(18, '159a84ef0f858ba9fb0b914205d7a58cec563e8853a7b019f4a2c54fcaceac39'),
	(21, 'c4864ce6dc12f4448163abd5e8758a101fd84bd1cfc69c7776dcb91f2c8b9e10'),
	(23, '7aedf78621003d5f33f66d5e3809f61d0cdb1fc373e60f54e6325c597f1eea20'),
	(24, '6e045261c043d701c1a2790c5df72ef4c43960218bd5c0241c341bc06a6a3975'),
	(25, '86642d9dccf6c837638436521474bbf7d31d77b63b2220a9f9b8e113528d3775'),
	(26, 'd8525e6d66c194d1144758e057b6535d8fe1c32ea4e6b3b05174aad5133b109c'),
	(27, '081e45c25215b90e8df6c7ad3d0b0a5d498efef52c3b8336d6291f59e457320e'),
	(28, '6d967e1c1571961faa852572cb0591507a2c1aa27e470e5cafd94cfeb504e2cd'),
	(29, 'c773bbc319443997d288f2d072247e43f3d4fbd5b02c00328c4c0fe7014e82c4'),
	(30, '5ebf49f4f0b2bd86d5b183c56372bd99dd1e638337876658c47bcce32791a035'),
	(31, '1db192fd01684e74a465cceeb2cefdfb7f4bf39294e194a9202238f5e75bd1f6'),
	(32, '67c400c6b0f4312d3d8754dc9e829aff669a0db147b6d32d4a6a3f2b142201ed'),
	(33, '83329fec17b4362613746aedd6c5d14fea67f17928347914451f82a880d2d1b4'),
	(34, '494fe680c44d2d38b7dc7461f668077b84ce3de032a720db5eda74b8d4d637c0'),
	(36, '41c31f1fe8da01f037df6416f75de9b09fdacb3d94ed5243a14cd6031b51c3b4'),
	(37, '69101f2359d81505e6ebc95007ba42fcc9cbfd779e630adfafc5d757eea4d568'),
	(60, '555ca63b453137b135cf3da57a595ec7e2a79c60baddd3a81dd9dd81db80d870'),
	(70, '257c4aaebd3094294ca9f112f85d168a3c9560d4aeefc288b7bb4211416bf6b0'),
	(71, 'c45e8190481b86a24d4ae9d30c48b276d04ea0bb40141902a51fd704f3b0ac16'),
	(72, '027ffe85b981db8a184e57acf9b1a8c38ab668c8c5e1776ec061f3fd638edf14'),
	(73, '8854075b9a016f8f195cb851f2168af30fbd8e4f759034c18d47a93268547a95'),
	(74, '147a3b385a1d5ba5bb4f47f665c3ea54895dccabbe9fc3de63b649c310612e8d'),
	(75, '5de6681a1d7dda61e84056aa532165e1f1912a5ccc12a0a7943b51e7cdd4c2dd'),
	(76, '41307da96e314c44370058663d885ad219d690cf2ba06a6de7afb9936a9d077a'),
	(77, '8d3a1b98bf9be9ede65270d9e3486ceb7e20fc8dd68445af98c20cd6bf66cca1'),
	(80, '434f207b5ba7ec5a57b62479a6b04efdbccd6ce4b74f405f7a405e7df74ba034'),
	(83, '96167f4e002904381e722977e14ef8fec2036f902bbc8c8a2888058b2c95669f'),
	(86, '8cbfdcb8e2177641d431a7127db7e7b9db2e8f712a2efd50754d0a33c947195c'),
	(87, 'ba2f2bef05a4ef135e05d67838ca40323676710faf2429f3896abb5eb560a518'),
	(88, 'aa441fd79fc89ddb36a1ec336861c78efc0293eb71cc4edea749ad9fc97dd35c'),
	(89, '2338588762fc6639b8ddae56c8fb30d27cb7fae059e4ee07ae09672713d72034'),
	(90, '19845e985f7b60fe0cd3423e493fada8b7e3e282160e1fdf294b8acc1c6415a2'),
	(91, '4f8ff0197f684caf4afefda6ffea75637b6c1f4c422d8ac371c3213b2516aa7a'),
	(92, 'db2dcec3f40b03d5d190e80e7256c0c3d4e111c15bbc5b6087161a193161f5ff'),
	(93, 'cfe5f6eeb6a2d970897442b73897a63cf596632044dc0332d844939e60127f39'),
	(94, '472370ab478c589f86ff299d7d89c4a8e1561cf43c2498ec7482437b76dd4fb2'),
	(95, '16ef25559a3a8f3e1dc05e1db053247a248b23884447067001af5f6822e6d7e1'),
	(96, '8fbc78cadbad651d3e6ec3ff493091ecc81c9b05d8de28c691bec6d3a589c8aa'),
	(97, 'dc66ef5f7d46e0d9bb6a2cdaf327c873488d3012b4f734247bcfd166ae34da60'),
	(98, '350fcfa90977e6b5b84d23e91bb11e464d2889983d920fe1020974208996579b'),
	(99, '68b7f76779cb2a387f0adbc4dfb4ca9cd0d77d897962186089d560abfd927501');
INSERT INTO mission_roles VALUES
	('n1', 0, 'Editor (extractive)', 'content', 'Chosen by keywords in the items.', 'agent-quill'),
	('n1', 1, 'Researcher (extractive)', 'research', 'Chosen by keywords in the items.', 'agent-scout');
INSERT INTO missions VALUES
	('n1', 'p1', 0, 0, 'Oats', 'completed', 1, 'all of 3 steps done', '{"title":"Oats","objective":"Oats","requirements":null,"assumptions":null,"out_of_scope":null,"risk":"","quality":"roadmap","gate":"not run: no model","review":"not run: the items are the founder''s","lint":["no acceptance criterion of \"Find the price of oats\" can be checked by code","no acceptance criterion of \"Write a brief on oats\" can be checked by code"]}', 0, 1, NULL, NULL, 1, 0, 1795316664445229, 1795316664587660, 0, '', 0);
INSERT INTO personas VALUES
	('agent-beacon', 1, 'You are Beacon, the office''s Head of Growth, an expert with long practice. You do the work yourself and hand in the finished piece; nobody does it after you. You find the first customers and the next ones, and the price that they pay.
How you work: segment, message, channel, number. Name where the first hundred customers are found, what they are told there and what it costs to reach one, from published benchmarks with their dates. Prefer one channel worked through to five named.
You always ask: Who has this problem this week? What do they use today? What does a customer cost and bring? Which channel suits the price? How is it measured?
Quality that you hold yourself to: every claim has a source or a reason; every figure has a unit and a date; every recommendation has a criterion; every gap is named. You would put your name under it.
- Execution: read the criteria first and again at the end; do the part that may fail before the part that is easy; finish one criterion before the next; keep a list of what is open; hand in the piece, not a report about it.
Your reply is the work. It is not about the work.', 'the office''s own text', 1795316664439818),
	('agent-chief', 1, 'You are Frasier, the founder''s chief of staff, and you have run offices like this one for twenty years. You decide who works on what, you hold the work together, and nothing leaves the office that you have not looked at. You act; you do not ask for leave to act. You ask the founder only about money beyond a cap, a strategic choice with two readings, the company''s name in public, or an ability that nobody here has.
North star: $20k a month in revenue. Of two ways to do a thing, take the one that brings it nearer.
How you work: hear what the founder wants, not only what was said. Split it by result, one owner each, in parallel where nothing is in the way. Keep promises small and dates honest. Bad news comes first and with the next move. Speak plainly, warmly, briefly.
You always ask: What does the founder decide with this? What is the riskiest assumption? What can start now? What agrees with nothing else in the project? What would embarrass us in public?
Quality that you hold yourself to: every claim has a source or a reason; every figure has a unit and a date; every recommendation has a criterion; every gap is named. You would put your name under it.
- Design before building: settle purpose, users, constraints and what is out of scope; weigh two or three real alternatives; decide and write down why; let another person look for the assumption that would sink it; only then build.
- Parallel work: send out together only what shares nothing; give each its own list, the same columns and the same definitions; cap each at four things; merge in one step that checks for gaps, doubles and contradictions.
- Coordination: split by result and not by activity; one owner each; parallel unless a result is needed; write down what each hands to the next; merge in a step of its own; when one part fails, keep the rest going and say what is missing.
- Execution: read the criteria first and again at the end; do the part that may fail before the part that is easy; finish one criterion before the next; keep a list of what is open; hand in the piece, not a report about it.
- Plans: start from testable requirements; each step has one result, one owner, exact inputs, and criteria that can be checked; nothing is "as appropriate"; the order follows need and risk; the last step makes the deliverable.
Your reply is the work. It is not about the work.', 'the office''s own text', 1795316664439818),
	('agent-folio', 1, 'You are Folio, the office''s Head of Knowledge, an expert with long practice. You do the work yourself and hand in the finished piece; nobody does it after you. You turn what the office has learned into documents that others can work by.
How you work: one subject, one place, one owner for each fact. Sort by what the reader wants to do, not by where it came from. Keep the date and the origin with each statement, mark what is superseded, and put definitions where the word is first needed.
You always ask: Who looks for this, and under which word? What is said twice and differently? What has gone out of date? What is known here and written nowhere? What may be thrown away?
Few things done fully: one subject that is complete beats ten that are begun.
Quality that you hold yourself to: every claim has a source or a reason; every figure has a unit and a date; every recommendation has a criterion; every gap is named. You would put your name under it.
- Execution: read the criteria first and again at the end; do the part that may fail before the part that is easy; finish one criterion before the next; keep a list of what is open; hand in the piece, not a report about it.
Your reply is the work. It is not about the work.', 'the office''s own text', 1795316664439818),
	('agent-forge', 1, 'You are Forge, the office''s Head of Engineering, an expert with long practice. You do the work yourself and hand in the finished piece; nobody does it after you. You design and write what gets built, and the tests that prove it.
How you work: requirements first, as statements that a test can fail. Then the smallest design that meets them: data, interfaces, errors, limits, what happens when a part is down. Prefer what is known to work to what is new. Code is complete, compiles in the reader''s head, and comes with the tests that would prove it.
You always ask: What happens twice, late, empty, huge, at the same time? What is stored and what is lost? What can a stranger send? How is it undone? What is the simplest thing that could be left out?
Quality that you hold yourself to: every claim has a source or a reason; every figure has a unit and a date; every recommendation has a criterion; every gap is named. You would put your name under it.
- Execution: read the criteria first and again at the end; do the part that may fail before the part that is easy; finish one criterion before the next; keep a list of what is open; hand in the piece, not a report about it.
- Plans: start from testable requirements; each step has one result, one owner, exact inputs, and criteria that can be checked; nothing is "as appropriate"; the order follows need and risk; the last step makes the deliverable.
Your reply is the work. It is not about the work.', 'the office''s own text', 1795316664439818),
	('agent-plumb', 1, 'You are Plumb, the office''s Head of Quality, an expert with long practice. You do the work yourself and hand in the finished piece; nobody does it after you. You check the work of others against its criteria and its sources, and you are believed because you show the place.
How you work: you look for what is wrong, with evidence. Each criterion is answered with the words that decide, each figure is compared with its source, each promise with the result. A pass without a quotation is a failure. You never soften a finding and you never invent one.
You always ask: Where does it say so? What was asked for and is not here? Which number stands nowhere? What would the reader misunderstand? Does the test fail without the change?
Few things done fully: take the criteria in their order and finish each before the next.
Quality that you hold yourself to: every claim has a source or a reason; every figure has a unit and a date; every recommendation has a criterion; every gap is named. You would put your name under it.
- Execution: read the criteria first and again at the end; do the part that may fail before the part that is easy; finish one criterion before the next; keep a list of what is open; hand in the piece, not a report about it.
Your reply is the work. It is not about the work.', 'the office''s own text', 1795316664439818),
	('agent-quill', 1, 'You are Quill, the office''s Head of Content, an expert with long practice. You do the work yourself and hand in the finished piece; nobody does it after you. You write what customers, partners and investors read.
How you work: one reader, one purpose, one message for each piece. Write for the reader''s problem in the reader''s words, put the point into the first line, cut each sentence that could stand in any other piece. Claims that sell carry proof.
You always ask: Who reads this, and what do they do next? What objection stops them? Which word is a cliche? What can be shown instead of said?
Quality that you hold yourself to: every claim has a source or a reason; every figure has a unit and a date; every recommendation has a criterion; every gap is named. You would put your name under it.
- Execution: read the criteria first and again at the end; do the part that may fail before the part that is easy; finish one criterion before the next; keep a list of what is open; hand in the piece, not a report about it.
Your reply is the work. It is not about the work.', 'the office''s own text', 1795316664439818),
	('agent-scout', 1, 'You are Scout, the office''s Head of Research, an expert with long practice. You do the work yourself and hand in the finished piece; nobody does it after you. You find out what is true, who says so, and what nobody has published.
How you work: start from the question that decides, not from the topic. Go to the origin: the vendor''s page, the regulator''s text, the paper, the filing, then those who use the thing, then those who write about it. Two independent sources for what matters. Look for the strongest evidence against the first answer.
You trust primary sources, dated pages and data with its method; you distrust rankings with affiliate links, undated lists and pages that quote each other.
You always ask: Who measured this, when, and how? What is the base rate? Which figure would change the conclusion? What do the dissatisfied say? What is not published?
Quality that you hold yourself to: every claim has a source or a reason; every figure has a unit and a date; every recommendation has a criterion; every gap is named. You would put your name under it.
- Execution: read the criteria first and again at the end; do the part that may fail before the part that is easy; finish one criterion before the next; keep a list of what is open; hand in the piece, not a report about it.
Your reply is the work. It is not about the work.', 'the office''s own text', 1795316664439818);
INSERT INTO phases VALUES
	('p1', 0, 'Oats', '');
INSERT INTO projects VALUES
	('p1', 'm1', 'run', 'run', 'Oats', 'Oats', 'completed', 'every step is done', 'research', 'standard', 0, 1, 0, '# Oats
1. [ ] Find the price of oats
2. [ ] Write a brief on oats
   - needs: Find the price of oats
', '[]', 6, 0, NULL, 1, 1795316664445229, 1795316664587660, 0, 0, '', 0, NULL, '', '', '', '', 0, 0);
INSERT INTO roadmap_edges VALUES
	('p1', 'i2', 'i1');
INSERT INTO roadmap_items VALUES
	('p1', 'i1', 0, 0, 0, '{"Key":"i1","Title":"Find the price of oats","Detail":"","Phase":0,"Group":0,"Number":"1","Needs":null,"Accept":null,"Role":"","Tier":"","Effort":"","Critical":false,"Done":false,"Line":3,"Entities":null,"Reference":""}', 0),
	('p1', 'i2', 1, 0, 0, '{"Key":"i2","Title":"Write a brief on oats","Detail":"","Phase":0,"Group":1,"Number":"2","Needs":["i1"],"Accept":null,"Role":"","Tier":"","Effort":"","Critical":false,"Done":false,"Line":4,"Entities":null,"Reference":""}', 0);
INSERT INTO spending VALUES
	('day', '2026-11-22', '', 0, 0, 0, 0, 0),
	('day', '2026-11-22', 'p1', 0, 0, 0, 0, 0),
	('mission', 'n1', 'p1', 0, 0, 0, 0, 0),
	('month', '2026-11', '', 0, 0, 0, 0, 0),
	('month', '2026-11', 'p1', 0, 0, 0, 0, 0),
	('step', 's1', 'p1', 0, 0, 0, 0, 0),
	('step', 's2', 'p1', 0, 0, 0, 0, 0);
INSERT INTO step_dependencies VALUES
	('s2', 's1', 0),
	('s3', 's1', 1),
	('s3', 's2', 1);
INSERT INTO step_documents VALUES
	('s1', 1, 'file:oats.md', 'cae401edf93633a67d77ce62548453c6776c024d231bcb14be495034a74b0150', '', 'oats', 'file', 'corpus', '', 0, 1795316664502795, 0, ''),
	('s2', 1, 'file:oats.md', 'cae401edf93633a67d77ce62548453c6776c024d231bcb14be495034a74b0150', '', 'oats', 'file', 'corpus', '', 0, 1795316664502795, 0, '');
INSERT INTO steps VALUES
	(1, 's1', 'n1', 'p1', 'i1', 'i1', 'Find the price of oats', 'Find the price of oats', 'research', 'standard', 'Researcher (extractive)', 'research', 'agent-scout', 'T1', 0, 0, 0, 0, '[]', '[{"id":"a1","text":"Sentences about the item are quoted, each with its source.","check":"judge","n":0}]', 'completed', 0, 0, NULL, 720000, 0, 1, 0, 1, NULL, NULL, '', '# [Offline extract] Find the price of oats
Offline mode: no language model was used. These are sentences found in the listed sources; nothing was analysed, compared or checked for truth.
## Find the price of oats
- "The price of oats is 210 euro per tonne in March 2026." [S1:p1]
## Figures found
| Figure | Unit | Words around it | Source | Date |
|---|---|---|---|---|
| 210 euro | EUR | "price of oats is 210 euro per tonne in March" [S1:p1] | file | - |
## Thin evidence
| Question | What was found |
|---|---|
| Find the price of oats | one source only [S1:p1] |
## Sources
| Source | Title | Address | Date |
|---|---|---|---|
| S1 | oats | file:oats.md | - |
## Acceptance
- Sentences about the item are quoted, each with its source.: not evaluated
*About the sources: Only one readable source was found.*', '# [Offline extract] Find the price of oats
Offline mode: no language model was used.
## Find the price of oats
- "The price of oats is 210 euro per tonne in March 2026." [S1:p1]
## Figures found
| Figure | Unit | Words around it | Source | Date |
## Thin evidence
| Question | What was found |
## Sources
| Source | Title | Address | Date |
## Acceptance
- Sentences about the item are quoted, each with its source.: not evaluated', NULL, 'not done: no model', 'T0', '', NULL, 1795316664481794, 1795316664484835, 1795316664511404, 0, 0, '', 1795316664484835, NULL, 0, '', 0, 0),
	(2, 's2', 'n1', 'p1', 'i2', 'i2', 'Write a brief on oats', 'Write a brief on oats', 'writing', 'standard', 'Editor (extractive)', 'content', 'agent-quill', 'T1', 0, 1, 0, 0, '[]', '[{"id":"a1","text":"Sentences about the item are quoted, each with its source.","check":"judge","n":0}]', 'completed', 0, 0, NULL, 360000, 0, 1, 0, 1, NULL, NULL, '', '# [Offline extract] Write a brief on oats
Offline mode: no language model was used. These are sentences found in the listed sources; nothing was analysed, compared or checked for truth.
This is an evidence sheet. The work itself (writing) was not done: it takes a language model.
## Write a brief on oats
- "The price of oats is 210 euro per tonne in March 2026." [S1:p1]
## Figures found
| Figure | Unit | Words around it | Source | Date |
|---|---|---|---|---|
| 210 euro | EUR | "price of oats is 210 euro per tonne in March" [S1:p1] | file | - |
## Thin evidence
| Question | What was found |
|---|---|
| Write a brief on oats | one source only [S1:p1] |
## Sources
| Source | Title | Address | Date |
|---|---|---|---|
| S1 | oats | file:oats.md | - |
## Acceptance
- Sentences about the item are quoted, each with its source.: not evaluated
*About the sources: Only one readable source was found.*', '# [Offline extract] Write a brief on oats
Offline mode: no language model was used.
## Write a brief on oats
- "The price of oats is 210 euro per tonne in March 2026." [S1:p1]
## Figures found
| Figure | Unit | Words around it | Source | Date |
## Thin evidence
| Question | What was found |
## Sources
| Source | Title | Address | Date |
## Acceptance
- Sentences about the item are quoted, each with its source.: not evaluated', NULL, 'not done: no model', 'T0', '', NULL, 1795316664481794, 1795316664516609, 1795316664535899, 0, 0, '', 1795316664516609, NULL, 0, '', 0, 0),
	(3, 's3', 'n1', 'p1', 'assembly', NULL, 'Assemble: Oats', 'Join the results of all steps into one document.', 'assembly', 'simple', 'Editor', 'chief', 'agent-chief', 'T0', 0, 0, 0, 0, '[]', '[]', 'completed', 0, 0, NULL, 120000, 0, 1, 0, 1, NULL, NULL, '', '# [Offline extract] Oats
> Offline mode: no language model was used. These are sentences found in the listed sources; nothing was analysed, compared or checked for truth.
<a id="i1"></a>
## Find the price of oats
- "The price of oats is 210 euro per tonne in March 2026." [\[1\]](#source-1)
### Figures found
| Figure | Unit | Words around it | Source | Date |
|---|---|---|---|---|
| 210 euro | EUR | "price of oats is 210 euro per tonne in March" [\[1\]](#source-1) | file | - |
### Thin evidence
| Question | What was found |
|---|---|
| Find the price of oats | one source only [\[1\]](#source-1) |
### Acceptance
- Sentences about the item are quoted, each with its source.: not evaluated
*About the sources: Only one readable source was found.*
<a id="i2"></a>
## Write a brief on oats
This is an evidence sheet. The work itself (writing) was not done: it takes a language model.
- "The price of oats is 210 euro per tonne in March 2026." [\[1\]](#source-1)
### Figures found
| Figure | Unit | Words around it | Source | Date |
|---|---|---|---|---|
| 210 euro | EUR | "price of oats is 210 euro per tonne in March" [\[1\]](#source-1) | file | - |
### Thin evidence
| Question | What was found |
|---|---|
| Write a brief on oats | one source only [\[1\]](#source-1) |
### Acceptance
- Sentences about the item are quoted, each with its source.: not evaluated
*About the sources: Only one readable source was found.*
## Sources
- <a id="source-1"></a>[1] oats, file:oats.md, read 2026-11-22
', '# [Offline extract] Oats
Offline mode: no language model was used.
## Find the price of oats
- "The price of oats is 210 euro per tonne in March 2026."
### Figures found
| Figure | Unit | Words around it | Source | Date |
### Thin evidence
| Question | What was found |
### Acceptance
- Sentences about the item are quoted, each with its source.: not evaluated
## Write a brief on oats
This is an evidence sheet.
### Figures found
| Figure | Unit | Words around it | Source | Date |
### Thin evidence
| Question | What was found |
### Acceptance
- Sentences about the item are quoted, each with its source.: not evaluated
## Sources
- <a id="source-1"></a>[1] oats, file:oats.md, read 2026-11-22', NULL, 'joined by code', '', '', NULL, 1795316664481794, 1795316664538015, 1795316664587660, 0, 0, '', 1795316664538015, NULL, 0, '', 0, 0);
INSERT INTO turns VALUES
	('m1', 'full_project', 1, 'Oats', '[]', '["explicit command"]', 1, 'project', '', 0, '', 'NEW_PROJECT', 'I heard: **Oats**, 2 open items in 1 phase. I am planning it now and start at once.
Offline mode: no model is configured, so you will get sentences found in your documents, not analysis.', '[]', 'p1', NULL, 1795316664445229);
INSERT INTO workers VALUES
	('tool-1442-dn1en5qpsfu5', 'worker', 1795316664542573);
SELECT pg_catalog.setval('deliveries_seq_seq', 4, false);
SELECT pg_catalog.setval('events_seq_seq', 28, false);
SELECT pg_catalog.setval('goose_db_version_id_seq', 55, true);
SELECT pg_catalog.setval('llm_calls_seq_seq', 7, false);
SELECT pg_catalog.setval('memos_seq_seq', 1, false);
SELECT pg_catalog.setval('messages_seq_seq', 2, false);
SELECT pg_catalog.setval('steps_seq_seq', 4, false);
ALTER TABLE ONLY acceptances
    ADD CONSTRAINT acceptances_pkey PRIMARY KEY (mission_id);
ALTER TABLE ONLY acks
    ADD CONSTRAINT acks_pkey PRIMARY KEY (message_id);
ALTER TABLE ONLY agent_skills
    ADD CONSTRAINT agent_skills_pkey PRIMARY KEY (agent_id, skill);
ALTER TABLE ONLY agents
    ADD CONSTRAINT agents_name_key UNIQUE (name);
ALTER TABLE ONLY agents
    ADD CONSTRAINT agents_pkey PRIMARY KEY (id);
ALTER TABLE ONLY alerts
    ADD CONSTRAINT alerts_key_key UNIQUE (key);
ALTER TABLE ONLY alerts
    ADD CONSTRAINT alerts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY approach_tags
    ADD CONSTRAINT approach_tags_pkey PRIMARY KEY (tag, agent_id, step_id);
ALTER TABLE ONLY approaches
    ADD CONSTRAINT approaches_pkey PRIMARY KEY (step_id);
ALTER TABLE ONLY arrivals
    ADD CONSTRAINT arrivals_pkey PRIMARY KEY (project_id, n);
ALTER TABLE ONLY attachments
    ADD CONSTRAINT attachments_pkey PRIMARY KEY (message_id, n);
ALTER TABLE ONLY beats
    ADD CONSTRAINT beats_pkey PRIMARY KEY (name);
ALTER TABLE ONLY blobs
    ADD CONSTRAINT blobs_pkey PRIMARY KEY (sha256);
ALTER TABLE ONLY calibrations
    ADD CONSTRAINT calibrations_pkey PRIMARY KEY (model, kind);
ALTER TABLE ONLY call_blocks
    ADD CONSTRAINT call_blocks_pkey PRIMARY KEY (call_seq, n);
ALTER TABLE ONLY cap_stops
    ADD CONSTRAINT cap_stops_pkey PRIMARY KEY (scope, subject, project_id);
ALTER TABLE ONLY caps
    ADD CONSTRAINT caps_pkey PRIMARY KEY (scope, project_id, kind);
ALTER TABLE ONLY cards
    ADD CONSTRAINT cards_pkey PRIMARY KEY (project_id);
ALTER TABLE ONLY chat_marks
    ADD CONSTRAINT chat_marks_pkey PRIMARY KEY (transport, channel);
ALTER TABLE ONLY chat_notes
    ADD CONSTRAINT chat_notes_pkey PRIMARY KEY (transport, name);
ALTER TABLE ONLY checkpoints
    ADD CONSTRAINT checkpoints_pkey PRIMARY KEY (step_id, round, stage, seq);
ALTER TABLE ONLY citations
    ADD CONSTRAINT citations_pkey PRIMARY KEY (step_id, n);
ALTER TABLE ONLY code_offers
    ADD CONSTRAINT code_offers_pkey PRIMARY KEY (decision_id);
ALTER TABLE ONLY code_steps
    ADD CONSTRAINT code_steps_pkey PRIMARY KEY (step_id);
ALTER TABLE ONLY commands
    ADD CONSTRAINT commands_pkey PRIMARY KEY (transport, channel, origin);
ALTER TABLE ONLY company
    ADD CONSTRAINT company_pkey PRIMARY KEY (one);
ALTER TABLE ONLY counters
    ADD CONSTRAINT counters_pkey PRIMARY KEY (name);
ALTER TABLE ONLY curations
    ADD CONSTRAINT curations_n_key UNIQUE (n);
ALTER TABLE ONLY curations
    ADD CONSTRAINT curations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY cursors
    ADD CONSTRAINT cursors_pkey PRIMARY KEY (name);
ALTER TABLE ONLY deliverable_files
    ADD CONSTRAINT deliverable_files_pkey PRIMARY KEY (mission_id, n);
ALTER TABLE ONLY deliverables
    ADD CONSTRAINT deliverables_pkey PRIMARY KEY (mission_id);
ALTER TABLE ONLY deliveries
    ADD CONSTRAINT deliveries_id_key UNIQUE (id);
ALTER TABLE ONLY deliveries
    ADD CONSTRAINT deliveries_key_key UNIQUE (key);
ALTER TABLE ONLY deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY delivery_files
    ADD CONSTRAINT delivery_files_pkey PRIMARY KEY (delivery_id, n);
ALTER TABLE ONLY departments
    ADD CONSTRAINT departments_pkey PRIMARY KEY (id);
ALTER TABLE ONLY diagnoses
    ADD CONSTRAINT diagnoses_pkey PRIMARY KEY (step_id);
ALTER TABLE ONLY documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (id);
ALTER TABLE ONLY drafts
    ADD CONSTRAINT drafts_pkey PRIMARY KEY (step_id, round, version);
ALTER TABLE ONLY duties
    ADD CONSTRAINT duties_pkey PRIMARY KEY (name);
ALTER TABLE ONLY enter_codes
    ADD CONSTRAINT enter_codes_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY escalations
    ADD CONSTRAINT escalations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events
    ADD CONSTRAINT events_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY gate_stops
    ADD CONSTRAINT gate_stops_pkey PRIMARY KEY (gate_id, place);
ALTER TABLE ONLY gates
    ADD CONSTRAINT gates_pkey PRIMARY KEY (id);
ALTER TABLE ONLY gates
    ADD CONSTRAINT gates_project_id_point_subject_key UNIQUE (project_id, point, subject);
ALTER TABLE ONLY goose_db_version
    ADD CONSTRAINT goose_db_version_pkey PRIMARY KEY (id);
ALTER TABLE ONLY guidance
    ADD CONSTRAINT guidance_pkey PRIMARY KEY (project_id, n);
ALTER TABLE ONLY hours
    ADD CONSTRAINT hours_pkey PRIMARY KEY (hour);
ALTER TABLE ONLY identity_notes
    ADD CONSTRAINT identity_notes_lesson_id_category_key UNIQUE (lesson_id, category);
ALTER TABLE ONLY identity_notes
    ADD CONSTRAINT identity_notes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY identity
    ADD CONSTRAINT identity_pkey PRIMARY KEY (one);
ALTER TABLE ONLY integration_steps
    ADD CONSTRAINT integration_steps_pkey PRIMARY KEY (project_id, n);
ALTER TABLE ONLY integration_steps
    ADD CONSTRAINT integration_steps_project_id_parent_sha_key UNIQUE (project_id, parent_sha);
ALTER TABLE ONLY integrations
    ADD CONSTRAINT integrations_pkey PRIMARY KEY (project_id);
ALTER TABLE ONLY integrations
    ADD CONSTRAINT integrations_repository_id_branch_key UNIQUE (repository_id, branch);
ALTER TABLE ONLY lesson_seen
    ADD CONSTRAINT lesson_seen_pkey PRIMARY KEY (lesson_id, step_id);
ALTER TABLE ONLY lessons
    ADD CONSTRAINT lessons_pkey PRIMARY KEY (id);
ALTER TABLE ONLY llm_calls
    ADD CONSTRAINT llm_calls_call_key_try_no_key UNIQUE (call_key, try_no);
ALTER TABLE ONLY llm_calls
    ADD CONSTRAINT llm_calls_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY memo_routes
    ADD CONSTRAINT memo_routes_pkey PRIMARY KEY (kind, sender, recipient);
ALTER TABLE ONLY memories
    ADD CONSTRAINT memories_kind_ref_key UNIQUE (kind, ref);
ALTER TABLE ONLY memories
    ADD CONSTRAINT memories_pkey PRIMARY KEY (id);
ALTER TABLE ONLY memos
    ADD CONSTRAINT memos_id_key UNIQUE (id);
ALTER TABLE ONLY memos
    ADD CONSTRAINT memos_key_key UNIQUE (key);
ALTER TABLE ONLY memos
    ADD CONSTRAINT memos_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY messages
    ADD CONSTRAINT messages_id_key UNIQUE (id);
ALTER TABLE ONLY messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY messages
    ADD CONSTRAINT messages_transport_channel_origin_key UNIQUE (transport, channel, origin);
ALTER TABLE ONLY migration_sums
    ADD CONSTRAINT migration_sums_pkey PRIMARY KEY (version);
ALTER TABLE ONLY mission_roles
    ADD CONSTRAINT mission_roles_pkey PRIMARY KEY (mission_id, n);
ALTER TABLE ONLY missions
    ADD CONSTRAINT missions_id_project_id_key UNIQUE (id, project_id);
ALTER TABLE ONLY missions
    ADD CONSTRAINT missions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY missions
    ADD CONSTRAINT missions_project_id_seq_key UNIQUE (project_id, seq);
ALTER TABLE ONLY model_traits
    ADD CONSTRAINT model_traits_pkey PRIMARY KEY (endpoint, model, trait);
ALTER TABLE ONLY personas
    ADD CONSTRAINT personas_pkey PRIMARY KEY (agent_id, version);
ALTER TABLE ONLY phases
    ADD CONSTRAINT phases_pkey PRIMARY KEY (project_id, idx);
ALTER TABLE ONLY pictures
    ADD CONSTRAINT pictures_pkey PRIMARY KEY (mission_id);
ALTER TABLE ONLY policies
    ADD CONSTRAINT policies_pkey PRIMARY KEY (name);
ALTER TABLE ONLY project_documents
    ADD CONSTRAINT project_documents_pkey PRIMARY KEY (project_id, n);
ALTER TABLE ONLY project_links
    ADD CONSTRAINT project_links_pkey PRIMARY KEY (project_id, url);
ALTER TABLE ONLY projects
    ADD CONSTRAINT projects_message_id_key UNIQUE (message_id);
ALTER TABLE ONLY projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (id);
ALTER TABLE ONLY prompt_blocks
    ADD CONSTRAINT prompt_blocks_pkey PRIMARY KEY (sha256);
ALTER TABLE ONLY publications
    ADD CONSTRAINT publications_pkey PRIMARY KEY (project_id);
ALTER TABLE ONLY readings
    ADD CONSTRAINT readings_pkey PRIMARY KEY (message_id, n);
ALTER TABLE ONLY rejections
    ADD CONSTRAINT rejections_pkey PRIMARY KEY (step_id, round);
ALTER TABLE ONLY replay_steps
    ADD CONSTRAINT replay_steps_pkey PRIMARY KEY (replay_id, n);
ALTER TABLE ONLY replays
    ADD CONSTRAINT replays_pkey PRIMARY KEY (id);
ALTER TABLE ONLY replays
    ADD CONSTRAINT replays_seq_key UNIQUE (seq);
ALTER TABLE ONLY repositories
    ADD CONSTRAINT repositories_name_key UNIQUE (name);
ALTER TABLE ONLY repositories
    ADD CONSTRAINT repositories_pkey PRIMARY KEY (id);
ALTER TABLE ONLY repository_requests
    ADD CONSTRAINT repository_requests_pkey PRIMARY KEY (source, transport, channel);
ALTER TABLE ONLY reserved_projects
    ADD CONSTRAINT reserved_projects_pkey PRIMARY KEY (id);
ALTER TABLE ONLY reviews
    ADD CONSTRAINT reviews_pkey PRIMARY KEY (step_id, round, role);
ALTER TABLE ONLY roadmap_edges
    ADD CONSTRAINT roadmap_edges_pkey PRIMARY KEY (project_id, item, needs);
ALTER TABLE ONLY roadmap_items
    ADD CONSTRAINT roadmap_items_pkey PRIMARY KEY (project_id, item);
ALTER TABLE ONLY schedules
    ADD CONSTRAINT schedules_pkey PRIMARY KEY (id);
ALTER TABLE ONLY seals
    ADD CONSTRAINT seals_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY search_months
    ADD CONSTRAINT search_months_pkey PRIMARY KEY (month);
ALTER TABLE ONLY searches
    ADD CONSTRAINT searches_pkey PRIMARY KEY (project_id, query, provider);
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_hash_key UNIQUE (hash);
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY setups
    ADD CONSTRAINT setups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY shares
    ADD CONSTRAINT shares_address_key UNIQUE (address);
ALTER TABLE ONLY shares
    ADD CONSTRAINT shares_pkey PRIMARY KEY (project_id);
ALTER TABLE ONLY sittings
    ADD CONSTRAINT sittings_pkey PRIMARY KEY (department, n);
ALTER TABLE ONLY sizes
    ADD CONSTRAINT sizes_pkey PRIMARY KEY (day);
ALTER TABLE ONLY skill_files
    ADD CONSTRAINT skill_files_pkey PRIMARY KEY (skill, path);
ALTER TABLE ONLY skills
    ADD CONSTRAINT skills_pkey PRIMARY KEY (name);
ALTER TABLE ONLY spending
    ADD CONSTRAINT spending_pkey PRIMARY KEY (scope, subject, project_id);
ALTER TABLE ONLY stages
    ADD CONSTRAINT stages_pkey PRIMARY KEY (subject, round, stage, seq);
ALTER TABLE ONLY steering
    ADD CONSTRAINT steering_pkey PRIMARY KEY (project_id, message_id);
ALTER TABLE ONLY step_dependencies
    ADD CONSTRAINT step_dependencies_pkey PRIMARY KEY (step_id, depends_on);
ALTER TABLE ONLY step_documents
    ADD CONSTRAINT step_documents_pkey PRIMARY KEY (step_id, n);
ALTER TABLE ONLY step_documents
    ADD CONSTRAINT step_documents_step_id_url_key UNIQUE (step_id, url);
ALTER TABLE ONLY step_ends
    ADD CONSTRAINT step_ends_pkey PRIMARY KEY (step_id);
ALTER TABLE ONLY steps
    ADD CONSTRAINT steps_id_key UNIQUE (id);
ALTER TABLE ONLY steps REPLICA IDENTITY USING INDEX steps_id_key;
ALTER TABLE ONLY steps
    ADD CONSTRAINT steps_project_id_key_key UNIQUE (project_id, key);
ALTER TABLE ONLY threads
    ADD CONSTRAINT threads_pkey PRIMARY KEY (project_id);
ALTER TABLE ONLY threads
    ADD CONSTRAINT threads_transport_thread_key UNIQUE (transport, thread);
ALTER TABLE ONLY tokens
    ADD CONSTRAINT tokens_hash_key UNIQUE (hash);
ALTER TABLE ONLY tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (name);
ALTER TABLE ONLY traffic
    ADD CONSTRAINT traffic_pkey1 PRIMARY KEY (day, kind, project_id);
ALTER TABLE ONLY trials
    ADD CONSTRAINT trials_pkey PRIMARY KEY (step_id, round, phase, tree, n);
ALTER TABLE ONLY turn_tags
    ADD CONSTRAINT turn_tags_pkey PRIMARY KEY (tag, message_id);
ALTER TABLE ONLY turns
    ADD CONSTRAINT turns_pkey PRIMARY KEY (message_id);
ALTER TABLE ONLY workers
    ADD CONSTRAINT workers_pkey PRIMARY KEY (holder);
CREATE INDEX acks_open ON acks USING btree (shown, message_id) WHERE (shown < 2);
CREATE INDEX alerts_at ON alerts USING btree (created_at);
CREATE INDEX alerts_step ON alerts USING btree (step_id) WHERE (step_id IS NOT NULL);
CREATE INDEX arrivals_due ON arrivals USING btree (project_id, n) WHERE (state = 'due'::text);
CREATE INDEX attachments_sum ON attachments USING btree (sha256);
CREATE INDEX call_blocks_sha256 ON call_blocks USING btree (sha256);
CREATE INDEX cards_due ON cards USING btree (due_at) WHERE (due_at > 0);
CREATE INDEX code_offers_patch ON code_offers USING btree (patch);
CREATE INDEX code_offers_step ON code_offers USING btree (step_id);
CREATE INDEX curations_cluster ON curations USING btree (cluster);
CREATE INDEX deliveries_attended ON deliveries USING btree (attended_at) WHERE (attention = ANY (ARRAY['ping'::text, 'spent'::text]));
CREATE INDEX deliveries_due ON deliveries USING btree (transport, channel, seq) WHERE (state = ANY (ARRAY['queued'::text, 'sending'::text]));
CREATE INDEX deliveries_slot ON deliveries USING btree (slot, transport, channel, seq) WHERE (slot <> ''::text);
CREATE INDEX escalations_open ON escalations USING btree (project_id) WHERE (state = 'open'::text);
CREATE INDEX escalations_together ON escalations USING btree (asked_with) WHERE (asked_with <> ''::text);
CREATE INDEX events_project ON events USING btree (project_id, seq);
CREATE INDEX integrations_push ON integrations USING btree (project_id) WHERE (push = 'due'::text);
CREATE UNIQUE INDEX lessons_directive ON lessons USING btree (body) WHERE ((kind = 'directive'::text) AND (state = 'active'::text));
CREATE INDEX llm_calls_day ON llm_calls USING btree (started_at);
CREATE INDEX llm_calls_days ON llm_calls USING btree (day, project_id, tier, agent_id, served, model, purpose, cost, ghost, tokens_in, tokens_out, ended_at);
CREATE INDEX llm_calls_directors ON llm_calls USING btree (day) WHERE (agent_id = ANY (ARRAY['agent-director-business'::text, 'agent-director-research'::text, 'agent-director-tech'::text, 'agent-director-management'::text, 'agent-director-marketing'::text]));
CREATE INDEX llm_calls_ghosts ON llm_calls USING btree (started_at, purpose) WHERE (ghost = 1);
CREATE INDEX llm_calls_project ON llm_calls USING btree (project_id, seq);
CREATE INDEX llm_calls_purpose ON llm_calls USING btree (purpose, started_at, cost, ghost, tokens_in, tokens_out);
CREATE INDEX llm_calls_step ON llm_calls USING btree (step_id, seq);
CREATE INDEX llm_calls_unknown ON llm_calls USING btree (ended_at) WHERE ((cost IS NULL) AND (ended_at IS NOT NULL));
CREATE INDEX memories_words ON memories USING gin (words);
CREATE INDEX memos_asked ON memos USING btree (sender, created_at) WHERE (kind = 'escalation'::text);
CREATE INDEX memos_live ON memos USING btree (state) WHERE (state = ANY (ARRAY['open'::text, 'deferred'::text]));
CREATE INDEX memos_orders ON memos USING btree (seq) WHERE (kind = 'directive'::text);
CREATE INDEX memos_root ON memos USING btree (root);
CREATE INDEX memos_waiting ON memos USING btree (recipient, seq) WHERE (state = ANY (ARRAY['open'::text, 'deferred'::text]));
CREATE INDEX messages_channel ON messages USING btree (transport, channel, seq);
CREATE INDEX messages_older ON messages USING btree (transport, channel, seq) WHERE (state = 'received'::text);
CREATE INDEX messages_open ON messages USING btree (seq) WHERE (state = 'received'::text);
CREATE INDEX missions_claimed ON missions USING btree (claim_until) WHERE (((state)::text = ANY (ARRAY['planning'::text, 'in_progress'::text, 'paused'::text])) AND (claimed_by IS NOT NULL));
CREATE INDEX missions_ended ON missions USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX missions_planning ON missions USING btree (run_after, id) WHERE ((state)::text = 'planning'::text);
CREATE INDEX project_documents_url ON project_documents USING btree (url);
CREATE INDEX project_links_url ON project_links USING btree (url);
CREATE INDEX projects_company_ended ON projects USING btree (ended_at) WHERE ((opened_by <> ''::text) AND (ended_at IS NOT NULL));
CREATE INDEX projects_ended ON projects USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX projects_for_memo ON projects USING btree (for_memo) WHERE (for_memo <> ''::text);
CREATE INDEX projects_open ON projects USING btree (id) WHERE (state = ANY (ARRAY['active'::text, 'paused'::text]));
CREATE INDEX publications_due ON publications USING btree (project_id) WHERE (done < version);
CREATE INDEX readings_waiting ON readings USING btree (message_id) WHERE (state = 'waiting'::text);
CREATE INDEX rejections_agent ON rejections USING btree (agent_id, at);
CREATE INDEX replay_steps_project ON replay_steps USING btree (project_id);
CREATE INDEX schedules_due ON schedules USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX spending_changes ON spending USING btree (scope, project_id, subject, changes) WHERE (project_id = ''::text);
CREATE INDEX stages_of_messages ON stages USING btree (at) WHERE (round = 0);
CREATE INDEX steering_of_step ON steering USING btree (step_id) WHERE (step_id IS NOT NULL);
CREATE INDEX step_dependencies_rev ON step_dependencies USING btree (depends_on);
CREATE INDEX step_documents_url ON step_documents USING btree (url);
CREATE INDEX steps_lease ON steps USING btree (claim_until) WHERE ((state)::text = ANY (ARRAY['in_progress'::text, 'in_review'::text]));
CREATE INDEX steps_mission ON steps USING btree (mission_id, state);
CREATE INDEX steps_ready ON steps USING btree (priority DESC, seq) WHERE (((state)::text = 'pending'::text) AND ((open_deps)::bigint = 0) AND ((held)::bigint = 0));
CREATE INDEX steps_timer ON steps USING btree (run_after) WHERE (((state)::text = 'pending'::text) AND (run_after IS NOT NULL));
CREATE INDEX steps_troubled ON steps USING btree (mission_id) WHERE (((state)::text = 'failed'::text) OR ((strikes)::bigint > 0) OR ((rounds)::bigint > 0));
CREATE INDEX traffic_project ON traffic USING btree (project_id, kind);
ALTER TABLE ONLY acceptances
    ADD CONSTRAINT acceptances_mission_id_fkey FOREIGN KEY (mission_id) REFERENCES deliverables(mission_id);
ALTER TABLE ONLY acceptances
    ADD CONSTRAINT acceptances_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY acks
    ADD CONSTRAINT acks_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id);
ALTER TABLE ONLY agent_skills
    ADD CONSTRAINT agent_skills_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id);
ALTER TABLE ONLY alerts
    ADD CONSTRAINT alerts_mission_id_fkey FOREIGN KEY (mission_id) REFERENCES missions(id);
ALTER TABLE ONLY alerts
    ADD CONSTRAINT alerts_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY alerts
    ADD CONSTRAINT alerts_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id);
ALTER TABLE ONLY approach_tags
    ADD CONSTRAINT approach_tags_step_id_fkey FOREIGN KEY (step_id) REFERENCES approaches(step_id);
ALTER TABLE ONLY approaches
    ADD CONSTRAINT approaches_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id);
ALTER TABLE ONLY approaches
    ADD CONSTRAINT approaches_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id);
ALTER TABLE ONLY arrivals
    ADD CONSTRAINT arrivals_project_id_n_fkey FOREIGN KEY (project_id, n) REFERENCES integration_steps(project_id, n);
ALTER TABLE ONLY attachments
    ADD CONSTRAINT attachments_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id);
ALTER TABLE ONLY attachments
    ADD CONSTRAINT attachments_sha256_fkey FOREIGN KEY (sha256) REFERENCES blobs(sha256);
ALTER TABLE ONLY call_blocks
    ADD CONSTRAINT call_blocks_call_seq_fkey FOREIGN KEY (call_seq) REFERENCES llm_calls(seq);
ALTER TABLE ONLY call_blocks
    ADD CONSTRAINT call_blocks_sha256_fkey FOREIGN KEY (sha256) REFERENCES prompt_blocks(sha256);
ALTER TABLE ONLY cards
    ADD CONSTRAINT cards_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY checkpoints
    ADD CONSTRAINT checkpoints_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id);
ALTER TABLE ONLY citations
    ADD CONSTRAINT citations_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id);
ALTER TABLE ONLY citations
    ADD CONSTRAINT citations_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id);
ALTER TABLE ONLY code_offers
    ADD CONSTRAINT code_offers_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES escalations(id);
ALTER TABLE ONLY code_offers
    ADD CONSTRAINT code_offers_patch_fkey FOREIGN KEY (patch) REFERENCES blobs(sha256);
ALTER TABLE ONLY code_offers
    ADD CONSTRAINT code_offers_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id);
ALTER TABLE ONLY code_steps
    ADD CONSTRAINT code_steps_patch_fkey FOREIGN KEY (patch) REFERENCES blobs(sha256);
ALTER TABLE ONLY code_steps
    ADD CONSTRAINT code_steps_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id);
ALTER TABLE ONLY deliverable_files
    ADD CONSTRAINT deliverable_files_mission_id_fkey FOREIGN KEY (mission_id) REFERENCES deliverables(mission_id);
ALTER TABLE ONLY deliverable_files
    ADD CONSTRAINT deliverable_files_sha256_fkey FOREIGN KEY (sha256) REFERENCES blobs(sha256);
ALTER TABLE ONLY deliverables
    ADD CONSTRAINT deliverables_mission_id_fkey FOREIGN KEY (mission_id) REFERENCES missions(id);
ALTER TABLE ONLY deliverables
    ADD CONSTRAINT deliverables_pdf_fkey FOREIGN KEY (pdf) REFERENCES blobs(sha256);
ALTER TABLE ONLY deliverables
    ADD CONSTRAINT deliverables_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY deliveries
    ADD CONSTRAINT deliveries_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY delivery_files
    ADD CONSTRAINT delivery_files_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id);
ALTER TABLE ONLY delivery_files
    ADD CONSTRAINT delivery_files_sha256_fkey FOREIGN KEY (sha256) REFERENCES blobs(sha256);
ALTER TABLE ONLY diagnoses
    ADD CONSTRAINT diagnoses_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id);
ALTER TABLE ONLY drafts
    ADD CONSTRAINT drafts_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id);
ALTER TABLE ONLY escalations
    ADD CONSTRAINT escalations_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY escalations
    ADD CONSTRAINT escalations_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id);
ALTER TABLE ONLY gate_stops
    ADD CONSTRAINT gate_stops_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES escalations(id);
ALTER TABLE ONLY gate_stops
    ADD CONSTRAINT gate_stops_gate_id_fkey FOREIGN KEY (gate_id) REFERENCES gates(id);
ALTER TABLE ONLY gate_stops
    ADD CONSTRAINT gate_stops_mission_id_fkey FOREIGN KEY (mission_id) REFERENCES missions(id);
ALTER TABLE ONLY gates
    ADD CONSTRAINT gates_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY guidance
    ADD CONSTRAINT guidance_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY guidance
    ADD CONSTRAINT guidance_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id);
ALTER TABLE ONLY identity_notes
    ADD CONSTRAINT identity_notes_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id);
ALTER TABLE ONLY integration_steps
    ADD CONSTRAINT integration_steps_patch_fkey FOREIGN KEY (patch) REFERENCES blobs(sha256);
ALTER TABLE ONLY integration_steps
    ADD CONSTRAINT integration_steps_project_id_fkey FOREIGN KEY (project_id) REFERENCES integrations(project_id);
ALTER TABLE ONLY integration_steps
    ADD CONSTRAINT integration_steps_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id);
ALTER TABLE ONLY integrations
    ADD CONSTRAINT integrations_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY integrations
    ADD CONSTRAINT integrations_repository_id_fkey FOREIGN KEY (repository_id) REFERENCES repositories(id);
ALTER TABLE ONLY lesson_seen
    ADD CONSTRAINT lesson_seen_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id);
ALTER TABLE ONLY lesson_seen
    ADD CONSTRAINT lesson_seen_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id);
ALTER TABLE ONLY lessons
    ADD CONSTRAINT lessons_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id);
ALTER TABLE ONLY lessons
    ADD CONSTRAINT lessons_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id);
ALTER TABLE ONLY llm_calls
    ADD CONSTRAINT llm_calls_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id);
ALTER TABLE ONLY llm_calls
    ADD CONSTRAINT llm_calls_mission_id_fkey FOREIGN KEY (mission_id) REFERENCES missions(id);
ALTER TABLE ONLY llm_calls
    ADD CONSTRAINT llm_calls_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY llm_calls
    ADD CONSTRAINT llm_calls_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id);
ALTER TABLE ONLY memories
    ADD CONSTRAINT memories_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY memos
    ADD CONSTRAINT memos_kind_sender_recipient_fkey FOREIGN KEY (kind, sender, recipient) REFERENCES memo_routes(kind, sender, recipient);
ALTER TABLE ONLY memos
    ADD CONSTRAINT memos_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY memos
    ADD CONSTRAINT memos_reply_to_fkey FOREIGN KEY (reply_to) REFERENCES memos(id);
ALTER TABLE ONLY memos
    ADD CONSTRAINT memos_reserved_fkey FOREIGN KEY (reserved) REFERENCES reserved_projects(id);
ALTER TABLE ONLY memos
    ADD CONSTRAINT memos_waits_fkey FOREIGN KEY (waits) REFERENCES memos(id);
ALTER TABLE ONLY mission_roles
    ADD CONSTRAINT mission_roles_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id);
ALTER TABLE ONLY mission_roles
    ADD CONSTRAINT mission_roles_mission_id_fkey FOREIGN KEY (mission_id) REFERENCES missions(id);
ALTER TABLE ONLY missions
    ADD CONSTRAINT missions_project_id_phase_fkey FOREIGN KEY (project_id, phase) REFERENCES phases(project_id, idx);
ALTER TABLE ONLY personas
    ADD CONSTRAINT personas_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id);
ALTER TABLE ONLY phases
    ADD CONSTRAINT phases_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY pictures
    ADD CONSTRAINT pictures_mission_id_fkey FOREIGN KEY (mission_id) REFERENCES missions(id);
ALTER TABLE ONLY pictures
    ADD CONSTRAINT pictures_sha256_fkey FOREIGN KEY (sha256) REFERENCES blobs(sha256);
ALTER TABLE ONLY project_documents
    ADD CONSTRAINT project_documents_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id);
ALTER TABLE ONLY project_documents
    ADD CONSTRAINT project_documents_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY project_links
    ADD CONSTRAINT project_links_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY projects
    ADD CONSTRAINT projects_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id);
ALTER TABLE ONLY projects
    ADD CONSTRAINT projects_repository_id_fkey FOREIGN KEY (repository_id) REFERENCES repositories(id);
ALTER TABLE ONLY publications
    ADD CONSTRAINT publications_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY readings
    ADD CONSTRAINT readings_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id);
ALTER TABLE ONLY rejections
    ADD CONSTRAINT rejections_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id);
ALTER TABLE ONLY rejections
    ADD CONSTRAINT rejections_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id);
ALTER TABLE ONLY replay_steps
    ADD CONSTRAINT replay_steps_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY replay_steps
    ADD CONSTRAINT replay_steps_replay_id_fkey FOREIGN KEY (replay_id) REFERENCES replays(id);
ALTER TABLE ONLY replay_steps
    ADD CONSTRAINT replay_steps_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id);
ALTER TABLE ONLY reviews
    ADD CONSTRAINT reviews_reviewer_fkey FOREIGN KEY (reviewer) REFERENCES agents(id);
ALTER TABLE ONLY reviews
    ADD CONSTRAINT reviews_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id);
ALTER TABLE ONLY roadmap_edges
    ADD CONSTRAINT roadmap_edges_project_id_item_fkey FOREIGN KEY (project_id, item) REFERENCES roadmap_items(project_id, item);
ALTER TABLE ONLY roadmap_edges
    ADD CONSTRAINT roadmap_edges_project_id_needs_fkey FOREIGN KEY (project_id, needs) REFERENCES roadmap_items(project_id, item);
ALTER TABLE ONLY roadmap_items
    ADD CONSTRAINT roadmap_items_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY roadmap_items
    ADD CONSTRAINT roadmap_items_project_id_phase_fkey FOREIGN KEY (project_id, phase) REFERENCES phases(project_id, idx);
ALTER TABLE ONLY schedules
    ADD CONSTRAINT schedules_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY searches
    ADD CONSTRAINT searches_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY searches
    ADD CONSTRAINT searches_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id);
ALTER TABLE ONLY shares
    ADD CONSTRAINT shares_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY sittings
    ADD CONSTRAINT sittings_department_fkey FOREIGN KEY (department) REFERENCES departments(id);
ALTER TABLE ONLY skill_files
    ADD CONSTRAINT skill_files_sha256_fkey FOREIGN KEY (sha256) REFERENCES blobs(sha256);
ALTER TABLE ONLY skill_files
    ADD CONSTRAINT skill_files_skill_fkey FOREIGN KEY (skill) REFERENCES skills(name);
ALTER TABLE ONLY steering
    ADD CONSTRAINT steering_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id);
ALTER TABLE ONLY steering
    ADD CONSTRAINT steering_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY steering
    ADD CONSTRAINT steering_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id);
ALTER TABLE ONLY step_dependencies
    ADD CONSTRAINT step_dependencies_depends_on_fkey FOREIGN KEY (depends_on) REFERENCES steps(id);
ALTER TABLE ONLY step_dependencies
    ADD CONSTRAINT step_dependencies_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id);
ALTER TABLE ONLY step_documents
    ADD CONSTRAINT step_documents_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id);
ALTER TABLE ONLY step_documents
    ADD CONSTRAINT step_documents_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id);
ALTER TABLE ONLY step_ends
    ADD CONSTRAINT step_ends_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id);
ALTER TABLE ONLY steps
    ADD CONSTRAINT steps_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(id);
ALTER TABLE ONLY steps
    ADD CONSTRAINT steps_cause_step_fkey FOREIGN KEY (cause_step) REFERENCES steps(id);
ALTER TABLE ONLY steps
    ADD CONSTRAINT steps_mission_id_project_id_fkey FOREIGN KEY (mission_id, project_id) REFERENCES missions(id, project_id);
ALTER TABLE ONLY threads
    ADD CONSTRAINT threads_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY trials
    ADD CONSTRAINT trials_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id);
ALTER TABLE ONLY turn_tags
    ADD CONSTRAINT turn_tags_message_id_fkey FOREIGN KEY (message_id) REFERENCES turns(message_id);
ALTER TABLE ONLY turns
    ADD CONSTRAINT turns_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id);
ALTER TABLE ONLY turns
    ADD CONSTRAINT turns_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id);
ALTER TABLE ONLY turns
    ADD CONSTRAINT turns_steers_fkey FOREIGN KEY (steers) REFERENCES projects(id);
