package inventory;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/** Bins, in the order in which they were built. */
public class Warehouse {
    private final List<Bin> bins = new ArrayList<>();

    public void add(Bin bin) {
        if (bin != null) {
            bins.add(bin);
        }
    }

    public Bin binOf(Sku sku) {
        return bins.stream().filter(bin -> bin.sku().equals(sku)).findFirst().get();
    }

    public int[] plan(Sku sku, ToIntFunction<Sku> demand) {
        if (demand == null) {
            return new int[0];
        }
        return new int[demand.applyAsInt(sku)];
    }

    public int size() {
        return bins.size();
    }
}
