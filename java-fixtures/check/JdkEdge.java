// What the JVM provides to the JDK's own code: its threads, the salts of its collections, handles of fields, its default locale.
package check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class JdkEdge {
    private static final ThreadLocal<Integer> COUNT = new ThreadLocal<>();
    private static final CompletableFuture<Integer> RESULT = new CompletableFuture<>();

    private static void require(boolean isSo) {
        if (!isSo) {
            throw new IllegalStateException();
        }
    }

    public static void mapOk() {
        Map<String, Integer> map = Map.of("a", 1, "b", 2, "c", 3);
        int sum = 0;
        for (int value : map.values()) {
            sum += value;
        }
        require(map.get("b") == 2 && sum == 6);
    }

    public static void sortedOk() {
        List<Integer> list = new ArrayList<>(Set.of(3, 1, 2));
        Collections.sort(list);
        require(list.equals(List.of(1, 2, 3)));
    }

    public static void sortedBad() {
        List<Integer> list = new ArrayList<>(Set.of(3, 1, 2));
        Collections.sort(list);
        require(list.equals(List.of(3, 2, 1)));
    }

    public static int first(boolean isLast) {
        int first = List.copyOf(Set.of(1, 2)).get(isLast ? 1 : 0);
        require(first == 1 || first == 2);
        return first;
    }

    public static void lockOk() {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        lock.readLock().unlock();
        lock.writeLock().lock();
        require(lock.isWriteLockedByCurrentThread() && lock.writeLock().getHoldCount() == 1);
        lock.writeLock().unlock();
    }

    public static void unlockBad() {
        new ReentrantReadWriteLock().writeLock().unlock();
    }

    public static void queueOk() {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>(1);
        require(queue.offer(7) && !queue.offer(8) && queue.poll() == 7);
    }

    public static void futureOk() {
        CompletableFuture<Integer> future = CompletableFuture.completedFuture(3).thenApply(x -> x * 2);
        require(future.join() == 6);
    }

    public static void taskOk() throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> 6 * 7);
        task.run();
        require(task.get() == 42 && task.isDone());
    }

    public static void threadOk() throws InterruptedException {
        Thread thread = Thread.currentThread();
        require(thread == Thread.currentThread() && thread.getName() != null && thread.getId() > 0);
        Thread.sleep(1);
        thread.interrupt();
        require(Thread.interrupted() && !Thread.interrupted());
    }

    public static void sleepBad(int duration) throws InterruptedException {
        Thread.sleep(duration < 0 ? -1 : 1);
    }

    public static void localOk() {
        ThreadLocal<String> local = new ThreadLocal<>();
        require(local.get() == null);
        local.set("x");
        require(local.get().equals("x"));
    }

    public static int countBad() {
        Integer before = COUNT.get();
        COUNT.set(before == null ? 1 : before + 1);
        require(before == null);
        return 0;
    }

    public static int finish(int value) {
        RESULT.complete(value);
        return value;
    }

    public static int unfinishedBad() {
        require(!RESULT.isDone());
        return 0;
    }

    public static void ownerBad(Thread owner) {
        require(owner != Thread.currentThread());
    }

    public static void localeBad(Locale locale) {
        require(locale != Locale.getDefault());
    }
}
