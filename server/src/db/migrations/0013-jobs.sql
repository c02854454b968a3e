-- expand
-- Who works on background jobs: a sign of life every few seconds, by the clock of the database. The jobs themselves stand
-- in the schema crier_jobs, which belongs to graphile-worker.
create table job_workers (
  id text primary key,
  -- For people: its machine and process.
  name text not null,
  alive_at timestamptz not null default clock_timestamp()
);

-- Work that is due again and again, once over all processes. Whoever sees it due first moves its time and enqueues it.
create table chores (
  name text primary key,
  due_at timestamptz not null,
  done_at timestamptz,
  -- Since it was last done: when it first failed, and of what it failed last.
  failing_since timestamptz,
  error text,
  check ((failing_since is null) = (error is null))
);
